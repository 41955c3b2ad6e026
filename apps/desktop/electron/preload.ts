// Runs in the page's process, in a world of its own and in the sandbox, before anything of the page does.
import { contextBridge, ipcRenderer } from 'electron'
import { exposePipe } from './expose-pipe.ts'

exposePipe({ contextBridge, ipcRenderer })
