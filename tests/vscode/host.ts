import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startedFast } from '../e2e/launch.ts'
import type { Outcome } from './in-host/titles.ts'
import type { Editor } from './install.ts'
import { openWorkbench } from './open-page.ts'
import { serveEditor } from './serve.ts'

/** The folders of one trial: everything that the editor and the program store. */
export type Desk = {
  readonly root: string
  readonly home: string
  readonly workspace: string
  /** Where the editor's server stores its data. */
  readonly data: string
}

export function deskIn(root: string): Desk {
  const at = (name: string) => join(root, name)
  for (const name of ['home', 'workspace', 'data/server/data/Machine']) mkdirSync(at(name), { recursive: true })
  writeFileSync(join(at('workspace'), 'notes.md'), '# Notes\n\nThe queue keeps what nobody has read yet.\n')
  return { root, home: at('home'), workspace: at('workspace'), data: at('data') }
}

/** Writes machine settings, not user settings, of the editor. */
export const setOnMachine = ({ data }: Desk, settings: object): void =>
  writeFileSync(join(data, 'server/data/Machine/settings.json'), JSON.stringify(settings))

/** The environment that an editor is served in: nothing of this machine except its programs, with our Node first. */
export const environmentOf = ({ root, home }: Desk, more: { readonly [name: string]: string } = {}) => ({
  HOME: root,
  CONVENE_HOME: home,
  ...startedFast,
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  ...more,
})

export type InHost = {
  readonly editor: Editor
  readonly desk: Desk
  readonly extension: string
  /** The script with the stories. */
  readonly tests: string
  readonly stories: 'first' | 'later'
  /** Where the program runs, whatever the editor has. By default the extension chooses. */
  readonly place?: 'here' | 'child'
  /** Skips what the oldest editor does not do. */
  readonly isOldest?: boolean
}

/** Runs stories inside a real extension host, and reports each outcome. */
export async function runInHost(chosen: InHost): Promise<readonly Outcome[]> {
  const { editor, desk, extension, tests, stories, place, isOldest = false } = chosen
  const report = join(desk.root, `report-${stories}.json`)
  const served = await serveEditor(
    editor,
    desk.data,
    environmentOf(desk, {
      CONVENE_STORIES: stories,
      CONVENE_REPORT: report,
      CONVENE_EDITOR_PLACE: place ?? '',
      CONVENE_OLDEST: isOldest ? 'yes' : 'no',
    }),
  )
  const opened = await openWorkbench({ port: served.port, workspace: desk.workspace, extension, tests })
  try {
    await opened.exit
    return JSON.parse(readFileSync(report, 'utf8')) as readonly Outcome[]
  } catch (error) {
    throw new Error(`No report: ${String(error)}\n${opened.log.slice(-40).join('\n')}`)
  } finally {
    await opened.close()
    served.end()
  }
}
