import type { RouteName } from '@convene/protocol'
import type { Given, Handler, RouteContext } from '@convene/server'
import type { CallingPerson, SecretsIn } from './calling-person.ts'

type Work<Name extends RouteName> = (
  person: CallingPerson,
  given: Given<Name>,
  context: RouteContext,
) => ReturnType<Handler<Name>>

/** Makes a handler of work that needs to know who is calling. */
export type ByPerson = <Name extends RouteName>(work: Work<Name>) => Handler<Name>

/** The calls of one person. Each learns with which login or token it was made. */
export const byPersonOf =
  (person: Omit<CallingPerson, 'login' | 'token'>, secretsIn: SecretsIn): ByPerson =>
  (work) =>
  (context, given) =>
    work({ ...person, ...secretsIn(context.headers ?? new Headers()) }, given, context)
