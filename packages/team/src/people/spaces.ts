import { refuse } from '@convene/domain'
import type { Handlers, RouteContext } from '@convene/server'
import { timeText } from '@convene/server'
import { monthOf } from '../accounts/budget/budget.ts'
import type { ByPerson } from './by-person.ts'
import { type CallingPerson, OPERATOR } from './calling-person.ts'

const AUDIT_PAGE = 50

/** Spaces, their budgets, and the audit log. */
export const spaceHandlers = (
  byPerson: ByPerson,
): Handlers<'spaces' | 'createSpace' | 'updateSpace' | 'budget' | 'setBudget' | 'audit'> => ({
  spaces: byPerson(async ({ accounts }) => ({
    ok: true,
    value: { items: [...(await accounts.spaces())], next: null },
  })),
  createSpace: byPerson(async ({ accounts, caller: { person } }, { id, name, fourEyes = false }) => {
    const space = { id, name, fourEyes }
    if (!(await accounts.createSpace(space, person)))
      return refuse('space_exists', `There is a space "${id}" already. Choose another id.`)
    if (person.id !== OPERATOR.id) await accounts.setRole({ space: id, person: person.id, role: 'admin' }, person)
    return { ok: true, value: space }
  }),
  updateSpace: byPerson(async ({ accounts, caller }, change) => {
    const before = await accounts.space(caller.space)
    if (!before) return refuse('unknown_space', `The space "${caller.space}" is gone.`)
    const { name = before.name, fourEyes = before.fourEyes } = change
    const space = { id: before.id, name, fourEyes }
    await accounts.updateSpace(space, caller.person)
    return { ok: true, value: space }
  }),
  budget: byPerson(async (people, _given, context) => budgetOf(context, people)),
  setBudget: byPerson(async (people, { limitUsd }, context) => {
    await people.accounts.setBudget(people.caller.space, limitUsd, people.caller.person)
    return budgetOf(context, people)
  }),
  audit: byPerson(async ({ accounts, caller: { space } }, { before, limit = AUDIT_PAGE }) => {
    const entries = await accounts.audit({ space, limit, ...(before !== undefined && { before }) })
    const last = entries.length === limit ? entries.at(-1) : undefined
    const items = entries.map(({ space: _space, at, ...entry }) => ({ ...entry, at: timeText(at) }))
    return { ok: true, value: { items, next: last ? String(last.id) : null } }
  }),
})

async function budgetOf({ program }: RouteContext, { accounts, caller }: CallingPerson) {
  const { space: _space, ...budget } = await accounts.budget(caller.space, monthOf(program.now()))
  return { ok: true, value: budget } as const
}
