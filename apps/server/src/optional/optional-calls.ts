import { refuse } from '@convene/domain'
import type { RouteName } from '@convene/protocol'
import type { Handler, Handlers } from '../context.ts'

/** Calls of the contract that an optional package answers. Refused if the package is not installed. */
export const optionalCalls = <Name extends RouteName>(...names: readonly Name[]): Handlers<Name> =>
  Object.fromEntries(names.map((name) => [name, optionalCall(name)])) as Handlers<Name>

const optionalCall =
  (name: RouteName): Handler<RouteName> =>
  async (context, given) => {
    const { extensions } = context.program
    const added = (await extensions.parts('calls')).map((calls) => calls[name]).find(Boolean)
    if (added) return (added as unknown as Handler<RouteName>)(context, given)
    return refuse('missing_package', (await extensions.whyMissing('calls', name)) ?? `Nothing answers "${name}".`)
  }
