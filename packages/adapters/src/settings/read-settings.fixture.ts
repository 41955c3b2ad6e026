import { problemText } from '../source-file/problem.ts'
import { temporaryFolder } from '../source-file/temporary-folder.ts'
import { readSettings, type SettingsReading } from './read-settings.ts'

type Given = { readonly user?: string; readonly workspace?: string; readonly trusted?: boolean }

/** Reads settings that a person and a workspace have written. */
export function read({ user, workspace, trusted = false }: Given): SettingsReading {
  return readSettings({
    home: temporaryFolder(user === undefined ? {} : { 'config.json': user }),
    workspace: temporaryFolder(workspace === undefined ? {} : { '.convene/config.json': workspace }),
    trusted,
  })
}

/** What is wrong, without the name of the file. */
export const said = (reading: SettingsReading): readonly string[] =>
  reading.problems.map((problem) => problemText(problem).replace(problem.file, '').slice(1))
