// Gives the engine's process, started by Node instead of Electron, the port to main that Electron would give it.
process.parentPort = {
  postMessage: (message) => process.send(message),
  on: (event, listener) => process.on(event, (data) => listener({ data })),
};
