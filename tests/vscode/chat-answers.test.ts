import { join } from 'node:path'
import { type ModelServer, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stageExtension } from '../../scripts/vsix.mjs'
import { settingsFor } from '../e2e/launch.ts'
import { write } from '../e2e/workspace.ts'
import { oncePerRun } from '../process/once-per-run.ts'
import { testChromium } from '../web/chromium.ts'
import { type Chat, openChat } from './chat.ts'
import { chatCast, TYPED } from './chat-cast.ts'
import { deskIn, environmentOf, setOnMachine } from './host.ts'
import { type Editor, installEditor, newest } from './install.ts'
import { type Opened, openWorkbench } from './open-page.ts'
import { lookThrough } from './pictures.ts'
import { serveEditor } from './serve.ts'
import { openNotices } from './workbench.ts'

const editor = installEditor(newest)
const missing =
  'missing' in editor ? editor.missing : (await testChromium()) === undefined ? 'there is no Chromium' : undefined

describe.skipIf(missing !== undefined)(
  `answers in the chat of a real VS Code${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    const used = new AsyncDisposableStack()
    let server: ModelServer
    let opened: Opened
    let chat: Chat

    const look = (name: string) => lookThrough(opened.page, name)

    beforeAll(async () => {
      const desk = deskIn(used.use(temporaryFolder()).file('desk'))
      server = used.adopt(await startModelServer({ replies: chatCast }), (models) => models.close())
      write(join(desk.home, 'config.json'), JSON.stringify(settingsFor(server)))
      setOnMachine(desk, { 'convene.nodePath': process.execPath })
      const extension = await oncePerRun('extension', stageExtension)
      const { port, end } = await serveEditor(editor as Editor, desk.data, environmentOf(desk))
      used.defer(end)
      opened = used.adopt(await openWorkbench({ port, workspace: desk.workspace, extension }), ({ close }) => close())
      chat = await openChat(opened.page, 'local/scripted')
    })

    afterAll(() => used.disposeAsync())

    test('a typed message answers the question that a run waits for, and a typed yes its gate', async () => {
      await chat.say('@convene /panel ASKME Should the queue have one writer?')
      await chat.shows('Which store does the queue use?')
      await chat.isIdle()
      await look('question-waits')
      await chat.say(`@convene ${TYPED}`)
      await chat.shows('Edit and approve…')
      await chat.isIdle()
      await chat.shows('Or reply with')
      const heard = server.requests.filter(({ messages }) => messages.some(({ text }) => text.includes(TYPED)))
      expect(heard).not.toEqual([])
      await look('gate-waits')
      await chat.say('@convene yes')
      await expect.poll(() => server.requests.at(-1)?.heading).toBe('Synthesize')
      await chat.isIdle()
      await look('typed-yes')
    })

    test('a gate’s text is edited in a tab, whose title bar approves it', async () => {
      const { page } = opened
      const topics = () => server.requests.filter(({ heading }) => heading === 'Topic').length
      const earlier = topics()
      await chat.say('@convene /panel Should the queue have one writer?')
      // Until the new gate is there, the last button is the one of the run before.
      await expect.poll(topics).toBeGreaterThan(earlier)
      await chat.isIdle()
      await chat.press('Edit and approve…')
      await page.locator('.editor-instance .view-lines').first().click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' HOLD it.')
      await look('gate-edited')
      await page.getByRole('button', { name: 'Approve This Text' }).first().click()
      await chat.shows('Approved with your changes')
      await page.locator('.editor-instance').first().waitFor({ state: 'detached' })
      await expect.poll(() => server.requests.at(-1)?.heading).toBe('Contribute')
    })

    test('a button that is left over says how its gate was answered, and asks nothing', async () => {
      const { page } = opened
      await chat.press('Send back…')
      await openNotices(page)
      await page
        .locator('.notifications-center')
        .getByText('This was already answered. Approved with your changes.')
        .waitFor()
      expect(await page.getByText('What should change?').count()).toBe(0)
      await look('gate-stale')
      await page.keyboard.press('Escape')
    })

    test('a stopped run continues from where it was stopped, and repeats nothing', async () => {
      const { page } = opened
      await page.locator('.interactive-session .codicon-stop-circle').first().click()
      await page.getByText('Continue from here').last().waitFor()
      await look('stopped')
      const before = server.requests.length
      await page.getByText('Continue from here').last().click()
      await expect.poll(() => server.requests.length).toBeGreaterThan(before)
      expect(new Set(server.requests.slice(before).map(({ heading }) => heading))).toEqual(new Set(['Contribute']))
      await look('continued')
    })
  },
)
