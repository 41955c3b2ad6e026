import type { Resource } from '../tool/tool.ts'
import { type Action, layers, type Rules } from './rules.ts'

/** The rules' verdict on what a call would touch, with the rule that led to it. */
export type PermissionVerdict = { readonly action: Action; readonly rule: string; readonly layer: string }

/** One layer's rules at the start of the run. `builtIn` names those that the layer's owner did not write. */
export type RuleLayer = { readonly layer: string; readonly rules: Rules; readonly builtIn?: readonly string[] }

/** The parts of a resource `judgeAll` needs. */
type Judged = Pick<Resource, 'permission' | 'target' | 'absolute' | 'alsoAs' | 'verdict' | 'escalate' | 'note'>

const severity: { readonly [A in Action]: number } = { allow: 0, ask: 1, deny: 2 }

/** The most restrictive layer wins. Within a layer it is the last matching rule. If no layer has one, ask. */
export function judge(
  permission: string,
  target: string,
  ruleLayers: readonly RuleLayer[],
  absolute = target,
): PermissionVerdict {
  const verdicts = ruleLayers.flatMap((layer) => judgeLayer(permission, { target, absolute }, layer))
  const strictest = verdicts.reduce<PermissionVerdict | undefined>(
    (worst, verdict) => (worst && severity[worst.action] >= severity[verdict.action] ? worst : verdict),
    undefined,
  )
  return strictest ?? { action: 'ask', rule: 'no rule matches', layer: layers[0] }
}

/** The worst verdict over everything a call would touch. Of two that are equal, the one that no rule can lift. */
export function judgeAll(
  resources: readonly Judged[],
  ruleLayers: readonly RuleLayer[],
): PermissionVerdict & { readonly target: string } {
  const ordered = [...resources.filter(hasReason), ...resources.filter((one) => !hasReason(one))]
  const verdicts = ordered.map((resource) => ({ ...judgeResource(resource, ruleLayers), target: resource.target }))
  return verdicts.reduce((worst, verdict) => (severity[verdict.action] > severity[worst.action] ? verdict : worst))
}

/** Whether the floor asks or denies, and says why. */
const hasReason = ({ verdict, escalate, note }: Judged): boolean =>
  escalate !== undefined || (verdict !== undefined && note !== undefined)

/**
 * The rules for one resource, never below its floor. Alternative spellings count only for rules that ask or deny. If the
 * floor asks anyway, it is the reason: with another rule the user would still be asked.
 */
function judgeResource(resource: Judged, ruleLayers: readonly RuleLayer[]): PermissionVerdict {
  const { permission, target, absolute, alsoAs = [], verdict, escalate, note } = resource
  const floor: PermissionVerdict = {
    action: verdict ?? (escalate === undefined ? 'allow' : 'ask'),
    rule: escalate ?? note ?? 'built-in',
    layer: layers[0],
  }
  const spelled = alsoAs
    .flatMap((other) =>
      ruleLayers.flatMap((layer) => judgeLayer(permission, { target: other, absolute: other }, layer)),
    )
    .filter(({ action }) => action !== 'allow')
  const ruled = [judge(permission, target, ruleLayers, absolute), ...spelled]
  const all = hasReason(resource) ? [floor, ...ruled] : [...ruled, floor]
  return all.reduce((worst, next) => (severity[next.action] > severity[worst.action] ? next : worst))
}

/**
 * `*` matches any characters, `?` one, the rest literally. `\\` escapes these. A trailing ` *` also matches nothing.
 */
export function matches(pattern: string, target: string): boolean {
  if (pattern.endsWith(' *') && glob(pattern.slice(0, -2), target)) return true
  return glob(pattern, target)
}

/** A user's grant, `permission:pattern` or `permission`, turns an ask into an allow. */
export function isGranted(grants: readonly string[], permission: string, target: string): boolean {
  return grants.some((grant) => {
    const colon = grant.indexOf(':')
    if (colon < 0) return matches(grant, permission)
    return matches(grant.slice(0, colon), permission) && matches(grant.slice(colon + 1), target)
  })
}

/** A wide grant does not lower a built-in floor: what always asks is covered only by a grant for exactly that. */
export const coversResource = (
  grants: readonly string[],
  { permission, target, verdict, escalate }: Judged,
): boolean =>
  verdict === undefined && escalate === undefined
    ? isGranted(grants, permission, target)
    : grants.includes(`${permission}:${target}`) || grants.includes(`${permission}:${literally(target)}`)

type Target = { readonly target: string; readonly absolute: string }

function judgeLayer(
  permission: string,
  on: Target,
  { layer, rules, builtIn }: RuleLayer,
): readonly PermissionVerdict[] {
  let found: PermissionVerdict | undefined
  for (const [name, rule] of Object.entries(rules)) {
    if (!matches(name, permission)) continue
    const patterns = typeof rule === 'string' ? { '*': rule } : rule
    for (const [pattern, action] of Object.entries(patterns))
      if (matches(pattern, pattern.startsWith('/') ? on.absolute : on.target))
        found = { action, rule: `${name}: ${pattern}`, layer }
  }
  return found ? [named(found, builtIn)] : []
}

const named = (found: PermissionVerdict, builtIn: readonly string[] = []): PermissionVerdict =>
  builtIn.includes(found.rule) ? { ...found, layer: 'default' } : found

/** Walks both texts once, going back only to the last star: a pattern with many stars takes no exponential time. */
function glob(pattern: string, target: string): boolean {
  if (pattern === '*') return true
  if (!/[*?\\]/u.test(pattern)) return pattern === target // Most rules name a tool, and are checked before every call.
  const signs = signsOf(pattern)
  let p = 0
  let star = -1
  let resume = 0
  for (let t = 0; t < target.length; ) {
    const sign = signs[p]
    if (sign === '\\?' || sign === target[t]) {
      p++
      t++
    } else if (sign === '\\*') {
      star = p++
      resume = t
    } else if (star >= 0) {
      p = star + 1
      t = ++resume
    } else return false
  }
  while (signs[p] === '\\*') p++
  return p === signs.length
}

/** One token per character to match. Wildcards have a backslash, which nothing else here does. */
function signsOf(pattern: string): readonly string[] {
  const signs: string[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    const next = pattern[at + 1] ?? ''
    if (character === '\\' && '*?\\'.includes(next) && next !== '') signs.push(pattern[++at] ?? '')
    else signs.push(character === '*' || character === '?' ? `\\${character}` : character)
  }
  return signs
}

/** A pattern that matches only this text: its stars and question marks are literal. */
export const literally = (text: string): string => text.replace(/[*?]|\\(?=[*?\\])/g, '\\$&')

/** The text such a pattern matches. */
export const textOfPattern = (pattern: string): string => pattern.replace(/\\([*?\\])/g, '$1')

/** Denied whatever its target, so it need not be offered at all. */
export function isAlwaysDenied(permission: string, ruleLayers: readonly RuleLayer[]): boolean {
  return ruleLayers.some(({ rules }) => {
    const said = Object.entries(rules)
      .filter(([name]) => matches(name, permission))
      .flatMap(([, rule]): [string, Action][] => (typeof rule === 'string' ? [['*', rule]] : Object.entries(rule)))
    const everything = said.findLastIndex(([pattern, action]) => pattern === '*' && action === 'deny')
    return everything >= 0 && said.slice(everything).every(([, action]) => action === 'deny')
  })
}
