import type { Action, Rules } from '@convene/domain'

/** One rule as a table row. */
export type RuleRow = { readonly permission: string; readonly pattern: string; readonly action: Action }

const EVERYTHING = '*'

/** Rules as rows, in evaluation order: the last match wins. */
export const ruleRows = (rules: Rules): readonly RuleRow[] =>
  Object.entries(rules).flatMap(([permission, rule]) =>
    typeof rule === 'string'
      ? [{ permission, pattern: EVERYTHING, action: rule }]
      : Object.entries(rule).map(([pattern, action]) => ({ permission, pattern, action })),
  )

/** Rows as rules. A permission with only `*` uses the short form. */
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

/** Adds a row, or changes the action of an existing one. */
export function withRow(rows: readonly RuleRow[], row: RuleRow): readonly RuleRow[] {
  const isSame = (one: RuleRow) => one.permission === row.permission && one.pattern === row.pattern
  return rows.some(isSame) ? rows.map((one) => (isSame(one) ? row : one)) : [...rows, row]
}
