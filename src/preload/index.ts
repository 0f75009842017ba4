console.log('preload/index', process.version);
