console.log('cli/index', process.version);
