import type { ShellPipe } from '@convene/protocol'
import { HEAR, SEND } from './channels.ts'
import type { PreloadModules } from './modules.ts'

/** Gives the page `convenePipe`, and nothing else of Electron or Node. */
export function exposePipe({ contextBridge, ipcRenderer }: PreloadModules): void {
  const pipe: ShellPipe = {
    shell: 'window',
    send: (text) => ipcRenderer.send(SEND, text),
    hear: (take) => {
      const listen = (_event: unknown, text: string) => take(text)
      ipcRenderer.on(HEAR, listen)
      return () => void ipcRenderer.off(HEAR, listen)
    },
    quit: (pause) => ipcRenderer.send(SEND, JSON.stringify({ kind: 'quit', pause: pause === true })),
  }
  contextBridge.exposeInMainWorld('convenePipe', pipe)
}
