import type { Action, Rules } from '@convene/domain'

/** One rule as a line of a table. */
export type RuleRow = { readonly permission: string; readonly pattern: string; readonly action: Action }

const EVERYTHING = '*'

/** Rules as lines, in the order in which they are read: the last that matches wins. */
export const rowsOf = (rules: Rules): readonly RuleRow[] =>
  Object.entries(rules).flatMap(([permission, rule]) =>
    typeof rule === 'string'
      ? [{ permission, pattern: EVERYTHING, action: rule }]
      : Object.entries(rule).map(([pattern, action]) => ({ permission, pattern, action })),
  )

/** Lines as rules; a permission whose only pattern is everything is written short. */
export function rulesOf(rows: readonly RuleRow[]): Rules {
  const names = [...new Set(rows.map(({ permission }) => permission))]
  return Object.fromEntries(
    names.map((name) => {
      const own = rows.filter(({ permission }) => permission === name)
      const [first] = own
      if (own.length === 1 && first?.pattern === EVERYTHING) return [name, first.action]
      return [name, Object.fromEntries(own.map(({ pattern, action }) => [pattern, action]))]
    }),
  )
}

/** The lines with one more, or with another action where it was there. */
export function withRow(rows: readonly RuleRow[], row: RuleRow): readonly RuleRow[] {
  const isSame = (one: RuleRow) => one.permission === row.permission && one.pattern === row.pattern
  return rows.some(isSame) ? rows.map((one) => (isSame(one) ? row : one)) : [...rows, row]
}
