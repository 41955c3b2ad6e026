import type { Action, Ask, Rules } from '@convene/domain'
import { readSettings, type SettingsChange, saveSettings } from '@convene/library'
import type { Program } from '../program.ts'
import { type Grant, grantOf } from './grant.ts'

/** Saves an `always` in the user's settings. The text says where, or why it could not be saved. */
export async function rememberAlways(
  program: Program,
  ask: Ask,
  pattern: string,
  workspace = program.workspace,
): Promise<string> {
  const grant = grantOf(pattern)
  if (!grant) return `Invalid rule "${pattern}". It was not saved.`
  const reading = readSettings({ home: program.home, workspace: program.workspace, trusted: false })
  const source = reading.sources.find(({ layer }) => layer === 'user')
  const rules = reading.settings.permissions.find(({ layer }) => layer === 'user')?.rules ?? {}
  if (!source) return 'There is no settings file to save it in.'
  const also = pattern === ask.proposed ? (ask.also ?? []) : []
  const changes = changesFor(rules, [grant, ...also.flatMap((text) => grantOf(text) ?? [])])
  const saved = changes.length > 0 ? saveSettings({ source, changes }) : undefined
  if (saved && !saved.ok) return `Allowed in this session only: ${saved.refusal.message}`
  if (/^mcp_/u.test(grant.permission)) await (await program.tools(workspace)).agreeAlways(ask.resource)
  return `Saved as a rule in ${source.file}.${stillAsked(ask)}`
}

/** A rule in the user's settings cannot overrule a stricter one from another layer. */
function stillAsked({ rule }: Ask): string {
  const [, layer] = /\((workspace|team|agent|parent|safety)\)$/u.exec(rule) ?? []
  return layer && !rule.startsWith('no rule') ? ` New sessions will still ask: the ${layer} has a stricter rule.` : ''
}

/** The rules to add, each on top of the previous ones. */
function changesFor(rules: Rules, grants: readonly Grant[]): readonly SettingsChange[] {
  const kept: Rules = { ...rules }
  return grants.flatMap(({ permission, pattern }) => {
    const change = changeFor(kept, permission, pattern)
    const known = kept[permission]
    const before = typeof known === 'string' ? { '*': known } : known
    if (change) kept[permission] = { ...before, [pattern]: 'allow' }
    return change ? [change] : []
  })
}

/** Adds a rule for a permission. A rule for everything becomes the first of several. */
function changeFor(rules: Rules, permission: string, pattern: string): SettingsChange | undefined {
  const known = Object.hasOwn(rules, permission) ? rules[permission] : undefined
  const allow: Action = 'allow'
  if (known === allow) return undefined
  if (typeof known === 'string') return { path: ['permissions', permission], value: { '*': known, [pattern]: allow } }
  return { path: ['permissions', permission, pattern], value: allow }
}
