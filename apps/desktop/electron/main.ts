// The main process. Bundled beside `preload.cjs` and the folder `web`; see ../../../docs/guide/desktop.md.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { homeOf, openProgram } from '@convene/program'
import { app, BrowserWindow, ipcMain, protocol, session, shell } from 'electron'
import { start } from './start.ts'

const notice = (text: string) => void process.stderr.write(`${text}\n`)

void start({
  modules: { app, BrowserWindow, ipcMain, protocol, session, shell },
  preload: join(import.meta.dirname, 'preload.cjs'),
  arguments: process.argv.slice(1),
  program: async () =>
    openProgram({
      home: homeOf(process.env),
      workspace: homedir(),
      environment: process.env,
      version: app.getVersion(),
      notice,
    }),
  assets: join(import.meta.dirname, '..', 'web'),
  notice,
})
