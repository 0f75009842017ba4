import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { rpcChannels } from '../shared/rpc/channels';
import { createBridge } from './bridge';

/** Everything that the page can reach: the functions of `createBridge`, under `latchkey`. No Electron object leaks. */
contextBridge.exposeInMainWorld(
  'latchkey',
  createBridge({
    newId: () => crypto.randomUUID(),
    invoke: (request) => ipcRenderer.invoke(rpcChannels.request, request),
    cancel: (requestId) => ipcRenderer.send(rpcChannels.cancel, requestId),
    listen: (receive) => ipcRenderer.on(rpcChannels.event, (_event, message) => receive(message)),
    pathOf: (file) => {
      // What the page made up is no File of the browser, and a File that it made has no path.
      if (!(file instanceof File)) return '';
      // Electron has webUtils since 29; before that a File carried its path.
      if (typeof webUtils?.getPathForFile === 'function') return webUtils.getPathForFile(file);
      return 'path' in file && typeof file.path === 'string' ? file.path : '';
    },
    dropped: (path) => ipcRenderer.send(rpcChannels.dropped, path),
  }),
);
