import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../process/patience.ts'
import { sharedBrowser } from '../web/shared-browser.ts'

export type Opened = {
  readonly page: Page
  /** The extension host's output. */
  readonly log: string[]
  /** The exit code of the tests that ran inside the host. */
  readonly exit: Promise<number>
  close(): Promise<void>
}

type Where = {
  readonly port: number
  readonly workspace: string
  readonly extension?: string
  /** Tests to run inside the extension host. */
  readonly tests?: string
}

/** Opens the workbench in a browser, with an extension from a folder. */
export async function openWorkbench({ port, workspace, extension, tests }: Where): Promise<Opened> {
  const browser = await sharedBrowser()
  if (browser === undefined) throw new Error('There is no Chromium to open the editor in.')
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const log: string[] = []
  await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) => {
    log.push(args.map(String).join(' '))
  })
  const exit = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code))
  })
  const at = (path: string) => `vscode-remote://127.0.0.1:${port}${path}`
  const payload = [
    ...(extension ? [['extensionDevelopmentPath', at(extension)]] : []),
    ...(tests ? [['extensionTestsPath', at(tests)]] : []),
    ['skipWelcome', 'true'],
  ]
  const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) })
  await page.goto(`http://127.0.0.1:${port}/?${query}`)
  return { page, log, exit, close: () => browser.close() }
}
