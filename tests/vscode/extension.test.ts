import { join } from 'node:path'
import { type ModelServer, startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildScript } from '../../scripts/vscode.mjs'
import { stageExtension } from '../../scripts/vsix.mjs'
import { settingsFor } from '../e2e/launch.ts'
import { write } from '../e2e/workspace.ts'
import { oncePerRun } from '../process/once-per-run.ts'
import { testChromium } from '../web/chromium.ts'
import { runOnDesk } from './command-line.ts'
import { type Desk, deskIn, type InHost, runInHost, setOnMachine } from './host.ts'
import { firstTitles, laterTitles, notInOldest, type Outcome } from './in-host/titles.ts'
import { type Edition, type Editor, installEditor, newest, oldest } from './install.ts'
import { pingPong } from './ping-pong.ts'

const hasBrowser = (await testChromium()) !== undefined

/** The editor in this version and a browser, or why they are missing. */
function had(edition: Edition): { readonly editor: Editor | undefined; readonly why: string } {
  const editor = installEditor(edition)
  if ('missing' in editor) return { editor: undefined, why: ` (left out: ${editor.missing})` }
  return hasBrowser ? { editor, why: '' } : { editor: undefined, why: ' (left out: there is no Chromium)' }
}

let folder: TemporaryFolder
let server: ModelServer
let extension: string

beforeAll(async () => {
  folder = temporaryFolder()
  server = await startModelServer({ replies: pingPong })
  extension = await oncePerRun('extension', stageExtension)
  await buildScript({ main: 'tests/vscode/in-host/main.ts' }, folder.file('tests'))
})

afterAll(async () => {
  await server?.close()
  folder?.[Symbol.dispose]()
})

function newDesk(name: string): Desk {
  const desk = deskIn(folder.file(name))
  write(join(desk.home, 'config.json'), JSON.stringify(settingsFor(server)))
  setOnMachine(desk, { 'convene.nodePath': process.execPath })
  return desk
}

const stories = (chosen: Pick<InHost, 'editor' | 'desk' | 'stories' | 'place' | 'isOldest'>) =>
  runInHost({ ...chosen, extension, tests: folder.file('tests/main.cjs') })

function held(outcomes: readonly Outcome[], title: string): void {
  const outcome = outcomes.find((each) => each.title === title)
  expect(outcome, 'It was not tried: an earlier one did not end.').toBeDefined()
  expect(outcome?.problem).toBeUndefined()
}

const { editor, why } = had(newest)

describe.skipIf(editor === undefined)(`in the extension host of a real VS Code${why}`, () => {
  let desk: Desk
  let outcomes: readonly Outcome[] = []

  beforeAll(() => {
    desk = newDesk('desk')
  })

  describe('with the program in the editor’s own process, the extension', () => {
    beforeAll(async () => {
      outcomes = await stories({ editor: editor as Editor, desk, stories: 'first', place: 'here' })
    })
    test.each(firstTitles)('%s', (title) => held(outcomes, title))
  })

  describe('after a restart, with the program in a separate process, the extension', () => {
    beforeAll(async () => {
      await runOnDesk(desk, 'run', 'PING from the command line', '--mode', 'agent')
      outcomes = await stories({ editor: editor as Editor, desk, stories: 'later', place: 'child' })
    })
    test.each(laterTitles)('%s', (title) => held(outcomes, title))
  })
})

const old = process.env.CONVENE_LONG
  ? had(oldest)
  : { editor: undefined, why: ' (left out: npm run test:long runs it)' }

describe.skipIf(old.editor === undefined)(`in the oldest VS Code, the extension${old.why}`, () => {
  let outcomes: readonly Outcome[] = []

  beforeAll(async () => {
    const desk = newDesk('old-desk')
    outcomes = await stories({ editor: old.editor as Editor, desk, stories: 'first', isOldest: true })
  })
  for (const title of firstTitles) {
    const missing = notInOldest[title]
    test.skipIf(missing)(missing ? `${title} (left out: ${missing})` : title, () => held(outcomes, title))
  }
})
