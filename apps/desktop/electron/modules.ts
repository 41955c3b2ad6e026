import type * as electron from 'electron'

/** What the main process uses of Electron. */
export type MainModules = Pick<typeof electron, 'app' | 'BrowserWindow' | 'ipcMain' | 'protocol' | 'session' | 'shell'>

/** What the preload script uses of Electron: all that stands between the page and the program. */
export type PreloadModules = Pick<typeof electron, 'contextBridge' | 'ipcRenderer'>
