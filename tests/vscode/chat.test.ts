import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_BYTES, packExtension, stageExtension } from '../../scripts/vsix.mjs'
import { settingsFor } from '../e2e/launch.ts'
import { write } from '../e2e/workspace.ts'
import { oncePerRun } from '../process/once-per-run.ts'
import { testChromium } from '../web/chromium.ts'
import { attempt, type Chat, insidePanel, openChat, retry, runCommand } from './chat.ts'
import { chatCast } from './chat-cast.ts'
import { type Desk, deskIn, environmentOf, setOnMachine } from './host.ts'
import { type Editor, installEditor, newest } from './install.ts'
import { type Opened, openWorkbench } from './open-page.ts'
import { lookThrough } from './pictures.ts'
import { type Served, serveEditor } from './serve.ts'

const editor = installEditor(newest)
const missing =
  'missing' in editor ? editor.missing : (await testChromium()) === undefined ? 'there is no Chromium' : undefined

const agent = (name: string, more: object = {}) => ({
  name,
  systemPrompt: `You are ${name}.`,
  useFor: `The work of the ${name}`,
  ...more,
})

/** Installs a .vsix like the editor itself. */
function install(file: string, { data }: Desk): void {
  const folders = [`--server-data-dir=${join(data, 'server')}`, `--extensions-dir=${join(data, 'extensions')}`]
  const words = ['--accept-server-license-terms', '--install-extension', file, ...folders]
  execFileSync((editor as Editor).node, [(editor as Editor).program, ...words], { stdio: 'pipe' })
}

describe.skipIf(missing !== undefined)(`the chat of a real VS Code${missing ? ` (left out: ${missing})` : ''}`, () => {
  let folder: TemporaryFolder
  let desk: Desk
  let server: ModelServer
  let served: Served
  let opened: Opened
  let chat: Chat
  let packed: { readonly bytes: number; readonly names: readonly string[] }

  const look = (name: string) => lookThrough(opened.page, name)

  beforeAll(async () => {
    folder = temporaryFolder()
    desk = deskIn(folder.file('desk'))
    server = await startModelServer({ replies: chatCast })
    write(join(desk.home, 'config.json'), JSON.stringify(settingsFor(server)))
    const everybody = { delegationPermissions: { type: 'all' } }
    const tools = ['delegateWork', 'editor_vscode_get_confirmation']
    setOnMachine(desk, {
      'convene.agents': [
        agent('chief', { ...everybody, toolPermissions: { type: 'specific', tools } }),
        agent('clerk'),
      ],
      'convene.entryAgent': 'chief',
    })
    packed = packExtension(await oncePerRun('extension', stageExtension), folder.file('convene.vsix'))
    install(folder.file('convene.vsix'), desk)
    served = await serveEditor(editor as Editor, desk.data, environmentOf(desk))
    opened = await openWorkbench({ port: served.port, workspace: desk.workspace })
    chat = await openChat(opened.page, 'local/scripted')
  })

  afterAll(async () => {
    await opened?.close()
    served?.end()
    await server?.close()
    folder?.[Symbol.dispose]()
  })

  test('has the packed extension, which is small and contains what it needs', () => {
    expect(packed.bytes).toBeLessThanOrEqual(MOST_BYTES)
    for (const name of [
      'package.json',
      'README.md',
      'CHANGELOG.md',
      'LICENSE.txt',
      'THIRD-PARTY-LICENCES.txt',
      'media/icon.png',
      'dist/extension.cjs',
      'dist/program/app.mjs',
      'dist/program/child.mjs',
      'dist/program/web-tree-sitter.wasm',
      'dist/web/index.html',
    ])
      expect(packed.names).toContain(name)
    expect(packed.names.filter((name) => /\.(ts|tsx|map|gz)$/u.test(name))).toEqual([])
  })

  test('shows a panel: a gate with its buttons, then the debate, the decision and the report', async () => {
    await chat.say('@convene /panel Should the queue have one writer?')
    await chat.shows('Edit and approve…')
    await chat.isIdle()
    await chat.shows('Decide this?')
    await look('gate')
    await chat.press('Approve')
    await chat.shows('Recommendation')
    await chat.shows('Decided by majority:')
    await look('report')
  })

  test('links what a report cites, and nothing that the report itself would run', async () => {
    const { page } = opened
    expect(await page.locator('[data-href*="convene.editAgents"]').count()).toBe(0)
    // The editor draws the end of an answer once more, and a link that is replaced under the pointer does nothing.
    await retry(async () => {
      await page.getByRole('link', { name: /^m4 /u }).last().click(attempt)
      await insidePanel(page).locator('[data-message="m4"]').waitFor(attempt)
    })
    await look('source')
  })

  test('puts a question about the result to the team that gave it, and starts no second panel', async () => {
    await opened.page.getByRole('button', { name: 'What would change this answer?' }).last().click()
    await chat.shows('Head — answer')
    expect(server.requests.filter(({ heading }) => heading === 'Topic')).toHaveLength(1)
    expect(server.requests.at(-1)?.heading).toBe('Follow-up')
    await look('follow-up')
  })

  test('asks before an agent runs a command, and lets it run when that is allowed', async () => {
    await chat.say('@convene /agent RUN it')
    await chat.shows('echo made > made.txt')
    expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false)
    await look('ask')
    await chat.press('Allow in this session')
    await chat.shows('It ran:')
    expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(true)
  })

  test('delegates work from one agent in the settings to another', async () => {
    await chat.say('@convene /delegate How many notes are there?')
    await chat.shows('The clerk says: There is one note.')
    await look('delegation')
  })

  test('shows the confirmation of an editor’s tool, which only a known chat can show', async () => {
    await chat.say('@convene /delegate CONFIRM it')
    await chat.press('Allow once')
    const confirmation = opened.page.locator('.chat-tool-confirmation-carousel')
    await confirmation.getByText('It is only asked.').waitFor()
    await look('confirmation')
    await confirmation.getByText('Allow in this Session').first().click()
    await chat.shows('The editor says: yes')
  })

  test('reports the state of a run', async () => {
    await chat.say('@convene /status')
    await chat.shows('Open in Convene')
  })

  test('has the web interface beside it, where agents and teams are edited, and exported to a file', async () => {
    await runCommand(opened.page, 'Convene: Open Convene')
    const panel = insidePanel(opened.page)
    await panel.getByText('What should the team decide, build or find out?').waitFor()
    await look('panel')
    await runCommand(opened.page, 'Convene: Edit Agents and Teams…')
    await insidePanel(opened.page).getByText('Import').first().waitFor()
    await look('teams')
    await panel.getByText('Architecture Review').first().click()
    const saved = opened.page.waitForEvent('download')
    await panel.getByRole('button', { name: 'More actions' }).click()
    // It can be chosen once the program has checked the team.
    await panel.locator('[role=menuitem]:not([data-disabled])').getByText('Export', { exact: true }).click()
    expect((await saved).suggestedFilename()).toBe('architecture-review.json')
  })
})
