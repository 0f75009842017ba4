console.log('host/index', process.version);
