import { access, constants } from 'node:fs/promises'
import { posix, win32 } from 'node:path'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

export type BrowserPlaces = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/** The path of an installed browser: CHROMIUM_PATH, or else the system's Chromium, Chrome or Edge. */
export async function findPageBrowser({ environment, platform }: BrowserPlaces): Promise<string | undefined> {
  const named = environment.CHROMIUM_PATH
  for (const place of named ? [named] : browserPlaces(environment, platform)) if (await isProgram(place)) return place
  return undefined
}

/** Where browsers are installed. */
export function browserPlaces(environment: BrowserPlaces['environment'], platform: string): readonly string[] {
  if (platform === 'darwin') return MAC
  if (platform === 'win32') {
    const folders = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
    return folders.flatMap((folder) => (folder ? WINDOWS.map((path) => win32.join(folder, path)) : []))
  }
  const folders = (environment.PATH ?? '').split(posix.delimiter).filter((folder) => folder.startsWith('/'))
  return NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
