import { join } from 'node:path'
import { type ModelServer, startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildScript } from '../../scripts/vscode.mjs'
import { stageExtension } from '../../scripts/vsix.mjs'
import { settingsFor } from '../e2e/launch.ts'
import { write } from '../e2e/workspace.ts'
import { testChromium } from '../web/chromium.ts'
import { runOnDesk } from './command-line.ts'
import { type Desk, deskIn, runInHost, setOnMachine } from './host.ts'
import { firstTitles, laterTitles, type Outcome } from './in-host/titles.ts'
import { type Editor, installEditor, newest } from './install.ts'
import { pingPong } from './ping-pong.ts'

const MINUTE = 60_000
const editor = installEditor(newest)
const missing =
  'missing' in editor ? editor.missing : (await testChromium()) === undefined ? 'there is no Chromium' : undefined

describe.skipIf(missing !== undefined)(
  `in the extension host of a real VS Code${missing ? ` (${missing})` : ''}`,
  () => {
    let folder: TemporaryFolder
    let desk: Desk
    let server: ModelServer
    let outcomes: readonly Outcome[] = []

    const held = (title: string) => {
      const outcome = outcomes.find((each) => each.title === title)
      expect(outcome, 'It was not tried: an earlier one did not end.').toBeDefined()
      expect(outcome?.problem).toBeUndefined()
    }
    const stories = (which: 'first' | 'later', place: 'here' | 'child') =>
      runInHost({
        editor: editor as Editor,
        desk,
        extension: folder.file('extension'),
        tests: folder.file('tests/main.cjs'),
        stories: which,
        place,
      })

    beforeAll(async () => {
      folder = temporaryFolder()
      desk = deskIn(folder.file('desk'))
      server = await startModelServer({ replies: pingPong })
      write(join(desk.home, 'config.json'), JSON.stringify(settingsFor(server)))
      setOnMachine(desk, { 'convene.nodePath': process.execPath })
      await stageExtension(folder.file('extension'))
      await buildScript({ main: 'tests/vscode/in-host/main.ts' }, folder.file('tests'))
    }, 3 * MINUTE)

    afterAll(async () => {
      await server?.close()
      folder?.[Symbol.dispose]()
    })

    describe('with the program in the editor’s own process, the extension', () => {
      beforeAll(async () => {
        outcomes = await stories('first', 'here')
      }, 5 * MINUTE)
      test.each(firstTitles)('%s', held)
    })

    describe('after a restart, with the program in a process of its own, the extension', () => {
      beforeAll(async () => {
        await runOnDesk(desk, 'run', 'PING from the command line', '--mode', 'agent')
        outcomes = await stories('later', 'child')
      }, 5 * MINUTE)
      test.each(laterTitles)('%s', held)
    })
  },
)
