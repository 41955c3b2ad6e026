import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

type Where = {
  readonly platform: string
  readonly environment: { readonly [name: string]: string | undefined }
  isProgram?(path: string): boolean
}

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
]

const onMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
]

const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** An installed Chromium-based browser, or undefined. `CONVENE_BROWSER` names another one. */
export function findWindowBrowser({ platform, environment, isProgram = canRun }: Where): string | undefined {
  const named = environment.CONVENE_BROWSER
  if (named) return isProgram(named) ? named : undefined
  return placesOf(platform, environment).find(isProgram)
}

function placesOf(platform: string, environment: Where['environment']): readonly string[] {
  if (platform === 'darwin') return [...onMac, ...onMac.map((path) => join(environment.HOME ?? '', path))]
  if (platform === 'win32') {
    const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
    return roots.flatMap((root) => (root ? onWindows.map((path) => `${root}\\${path}`) : []))
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return onPath.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
