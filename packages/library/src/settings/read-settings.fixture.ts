import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { readSettings, type SettingsReading } from './read-settings.ts'

type Given = { readonly user?: string; readonly workspace?: string; readonly trusted?: boolean }

/** Reads settings written by a user and in a workspace. */
export function read({ user, workspace, trusted = false }: Given): SettingsReading {
  return readSettings({
    home: folderOf(user === undefined ? {} : { 'config.json': user }),
    workspace: folderOf(workspace === undefined ? {} : { '.convene/config.json': workspace }),
    trusted,
  })
}

/** The problems, without the file name. */
export const said = (reading: SettingsReading): readonly string[] =>
  reading.problems.map((problem) => problemText(problem).replace(problem.file, '').slice(1))
