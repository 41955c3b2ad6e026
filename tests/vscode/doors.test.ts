import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, ListedSessionRow } from '@convene/protocol'
import { type ModelServer, startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stageExtension } from '../../scripts/vsix.mjs'
import { settingsFor } from '../e2e/launch.ts'
import { write } from '../e2e/workspace.ts'
import { oncePerRun } from '../process/once-per-run.ts'
import { testChromium } from '../web/chromium.ts'
import { type AppBeside, serveApp } from './app-beside.ts'
import { attempt, type Chat, insidePanel, openChat, retry, runCommand } from './chat.ts'
import { chatCast } from './chat-cast.ts'
import { type Desk, deskIn, environmentOf, setOnMachine } from './host.ts'
import { type Editor, installEditor, newest } from './install.ts'
import { type Opened, openWorkbench } from './open-page.ts'
import { lookThrough } from './pictures.ts'
import { type Served, serveEditor } from './serve.ts'
import { giveKey, numberOnIcon, openLink, openNotices, openViews } from './workbench.ts'

const editor = installEditor(newest)
const missing =
  'missing' in editor ? editor.missing : (await testChromium()) === undefined ? 'there is no Chromium' : undefined

/** Everything here happens in one open editor next to one running app. */
describe.skipIf(missing !== undefined)(
  `a real VS Code beside the app${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    let folder: TemporaryFolder
    let desk: Desk
    let server: ModelServer
    let served: Served
    let opened: Opened
    let app: AppBeside
    let chat: Chat

    beforeAll(async () => {
      folder = temporaryFolder()
      desk = deskIn(folder.file('desk'))
      server = await startModelServer({ replies: chatCast })
      write(join(desk.home, 'config.json'), JSON.stringify(settingsFor(server)))
      setOnMachine(desk, { 'workbench.colorTheme': 'Default Dark Modern' })
      const extension = await oncePerRun('extension', stageExtension)
      app = await serveApp(desk)
      served = await serveEditor(editor as Editor, desk.data, environmentOf(desk), { asks: true })
      opened = await openWorkbench({
        port: served.port,
        workspace: desk.workspace,
        extension,
      })
      chat = await openChat(opened.page, 'local/scripted')
    })

    afterAll(async () => {
      await opened?.close()
      served?.end()
      app?.end()
      await server?.close()
      folder?.[Symbol.dispose]()
    })

    const look = (name: string) => lookThrough(opened.page, name)
    /** A session as the app sees it, once it is in one of these phases. */
    const inApp = (goal: string, ...phases: readonly string[]) => sessionIn(app.client, goal, phases)
    const ofApp = async (wish: { readonly goal: string; readonly mode: string }) =>
      given(await app.client.createSession({ ...wish, workspace: desk.workspace, model: 'local/scripted' })).id

    test('no command runs in an untrusted folder, and the chat says so', async () => {
      await chat.say('@convene /agent RUN it untrusted')
      await chat.shows('This workspace is not trusted')
      await look('untrusted')
      expect((await inApp('RUN it untrusted', 'completed')).phase).toBe('completed')
      expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false)
    })

    test('once the folder is trusted, the next question may ask to run one', async () => {
      await runCommand(opened.page, 'Workspaces: Manage Workspace Trust')
      await opened.page.getByRole('button', { name: 'Trust', exact: true }).first().click()
      await opened.page.getByText('Restricted Mode').first().waitFor({ state: 'hidden' })
      // It is shown above everything else, and takes every click.
      await opened.page.locator('.monaco-modal-editor-block .codicon-close').last().click()
      await chat.say('@convene /agent RUN it trusted')
      await chat.shows('For the session or always, this allows')
      await look('ask')
      await chat.press('Allow once')
      await chat.shows('Allowed once')
      await inApp('RUN it trusted', 'completed')
      expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(true)
    })

    test('a waiting run of the app shows in the editor: a notice, a number on the icon, a row', async () => {
      await ofApp({ goal: 'Does the app ask the editor?', mode: 'panel' })
      await numberOnIcon(opened.page, '1')
      await openNotices(opened.page)
      const notice = 'Convene: “Does the app ask the editor?” is waiting for you.'
      await opened.page.getByText(notice, { exact: true }).waitFor()
      await look('notice')
      await runCommand(opened.page, 'Notifications: Clear All Notifications')
      const views = await openViews(opened.page)
      await views.row('Discuss this topic?').waitFor()
    })

    test('a gate of the app’s run is passed in the editor, and the run continues in the app', async () => {
      const views = await openViews(opened.page)
      await views.tell('Discuss this topic?', 'Approve')
      await inApp('Does the app ask the editor?', 'completed')
      await views.row('Does the app ask the editor?').waitFor()
      await numberOnIcon(opened.page, undefined)
    })

    test('a gate of the chat’s run, whose answer ends there, is passed in the app, and the run is decided', async () => {
      await chat.say('@convene /panel Does the editor ask the app?')
      await chat.shows('Discuss this topic?')
      const { id, asks } = await inApp('Does the editor ask the app?')
      expect(asks).toBe(1)
      given(await app.client.command({ id, type: 'approve' }))
      await inApp('Does the editor ask the app?', 'completed')
    })

    test('a run from the chat is stopped in the app', async () => {
      await chat.say('@convene /agent SILENCE of the editor')
      const { id } = await inApp('SILENCE of the editor', 'running')
      given(await app.client.command({ id, type: 'stop' }))
      await chat.shows('Stopped by you')
      await inApp('SILENCE of the editor', 'cancelled')
    })

    test('a run from the app is stopped in the editor', async () => {
      await ofApp({ goal: 'SILENCE of the app', mode: 'agent' })
      await inApp('SILENCE of the app', 'running')
      const views = await openViews(opened.page)
      await views.tell('SILENCE of the app', 'Stop')
      await inApp('SILENCE of the app', 'cancelled')
      await look('views')
    })

    test("a link opens its session in the panel, which follows the editor's theme", async () => {
      const { id } = await inApp('Does the app ask the editor?')
      await openLink(opened.page, `code-oss://convene.convene/session/${id}`)
      const panel = insidePanel(opened.page)
      await panel.getByText('Does the app ask the editor?').first().waitFor()
      await look('link')
      expect(await panel.evaluate('document.documentElement.dataset.theme')).toBe('dark')
      const [page, text] = await panel.evaluate<string[], void, never>(
        '[document.documentElement, document.body].map((each) => getComputedStyle(each).color)',
      )
      expect(text).toBe(page)
    })

    test('a key given to the editor reaches the program, and is in no setting, log or other file', async () => {
      const key = 'sk-kept-by-the-editor-alone'
      await giveKey(opened.page, 'Mistral', key)
      await runCommand(opened.page, 'Convene: Open Convene')
      const panel = insidePanel(opened.page)
      const settings = panel.getByRole('link', { name: 'Settings' }).first()
      // The page may reload while the program takes the key, which closes the drawer.
      await retry(async () => {
        const opener = panel.getByRole('button', { name: 'Sessions', exact: true }).first()
        if (!(await settings.isVisible())) await opener.click(attempt)
        await settings.click(attempt)
      })
      const row = panel.getByRole('listitem').filter({ has: opened.page.getByLabel('Mistral key', { exact: true }) })
      await row.getByText('From the environment').waitFor()
      await look('key')
      const files = readdirSync(desk.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const holding = files.map(({ parentPath, name }) => join(parentPath, name)).filter((file) => hasIn(file, key))
      expect(files.length).toBeGreaterThan(10)
      expect(holding).toEqual([])
      expect(opened.log.join('\n')).not.toContain(key)
    })
  },
)

/** Files come and go while the editor runs, so a missing file contains nothing. */
function hasIn(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text)
  } catch {
    return false
  }
}

function given<T>(result: { ok: true; value: T } | { ok: false; refusal: { message: string } }): T {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

/** Polls, because the change happens in other processes. */
async function sessionIn(client: Client, goal: string, phases: readonly string[]): Promise<ListedSessionRow> {
  for (;;) {
    const { items } = given(await client.sessions({ limit: 100 }))
    const row = items.find((each) => each.goal === goal && (phases.length === 0 || phases.includes(each.phase)))
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
