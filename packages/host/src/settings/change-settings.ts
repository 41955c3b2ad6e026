import { type Result, refuse } from '@convene/domain'
import {
  grantTrust,
  type SettingsChange,
  type SettingsReading,
  saveSettings,
  type TrustStore,
  trustOf,
} from '@convene/library'
import type { Program } from '../program.ts'
import { findListedTeam } from '../teams/find-team.ts'

export type SettingsEdit = {
  readonly layer: 'user' | 'workspace'
  /** Digest of the file as it was read. Null if there was none. */
  readonly digest: string | null
  readonly changes: readonly SettingsChange[]
}

/**
 * Changes a settings file of the user or of the workspace. An untrusted workspace is not written to: the change would
 * look as if the user had agreed to the rest of the file.
 */
export async function changeSettings(
  program: Program,
  { layer, digest, changes }: SettingsEdit,
): Promise<Result<SettingsReading['sources'][number]['digest']>> {
  const trust = await program.trust()
  if (layer === 'workspace' && (trust.state === 'untrusted' || trust.state === 'changed')) return refuseUntrusted()
  const refused = await refuseTeam(program, changes)
  if (refused) return refused
  const source = (await program.settings()).sources.find((each) => each.layer === layer)
  if (!source) return refuse('not_found', `There is no ${layer} settings file.`)
  const inside = layer === 'workspace' ? { inside: program.workspace } : {}
  const saved = saveSettings({ source: { file: source.file, digest }, changes, ...inside })
  if (saved.ok && layer === 'workspace') await trustOwnWriting(program, trust, saved.value)
  return saved
}

const refuseUntrusted = (): Result<never> =>
  refuse('untrusted', 'This workspace is not trusted, so its settings cannot be changed here. Trust it first.')

async function refuseTeam(program: Program, changes: readonly SettingsChange[]): Promise<Result<never> | undefined> {
  const team = changes.find(({ path }) => path.join('.') === 'defaultTeam')?.value
  const found = typeof team === 'string' ? await findListedTeam(program, team) : undefined
  return found && !found.ok ? found : undefined
}

const SETTINGS = '.convene/config.json'

/** The user's own edit needs no new trust, but other changes since then do. */
async function trustOwnWriting(program: Program, before: TrustStore, digest: string | null): Promise<void> {
  const after = trustOf(program.home, program.workspace)
  const others = ({ files }: TrustStore) =>
    files.filter(({ path }) => path !== SETTINGS).map(({ path, hash }) => `${path} ${hash}`)
  const isOurs = after.files.find(({ path }) => path === SETTINGS)?.hash === digest
  if (!isOurs || others(before).join('\n') !== others(after).join('\n')) return
  grantTrust(program.home, program.workspace, { hash: after.hash, at: program.now() })
}
