console.log('main/index', process.version);
