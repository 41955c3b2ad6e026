import type { Result } from '@convene/domain'
import type { Settings } from '@convene/library'
import { problemText } from '@convene/platform'
import type { Program } from '../program.ts'

/** The settings in force, and what was ignored in their files. Refused if a file has an error. */
export async function settingsOf(
  program: Program,
): Promise<Result<{ readonly settings: Settings; readonly warnings: readonly string[] }>> {
  const { settings, problems } = await program.settings()
  const texts = (severity: string) => problems.filter((each) => each.severity === severity).map(problemText)
  const errors = texts('error')
  if (errors.length > 0) return { ok: false, refusal: { code: 'bad_settings', message: errors.join('\n') } }
  return { ok: true, value: { settings, warnings: texts('warning') } }
}
