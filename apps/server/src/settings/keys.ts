import { refuse } from '@convene/domain'
import { type Keys, keepKey, type Program, readKeys } from '@convene/program'
import { done, type Handlers } from '../context.ts'

type Known = { readonly variable: string; readonly provider: string; readonly label: string }

/** Keys of providers: given once, used from then on, and never sent back. */
export const keyHandlers: Handlers<'keys' | 'saveKey' | 'deleteKey'> = {
  keys: async ({ program }) => {
    const kept = readKeys(program.home)
    const items = (await knownKeys(program)).map((key) => ({ ...key, from: sourceOf(program, kept, key.variable) }))
    return { ok: true, value: { items, next: null } }
  },
  saveKey: async ({ program }, { variable, value }) => {
    const known = (await knownKeys(program)).some((key) => key.variable === variable)
    if (!known) return refuse('unknown_key', `No provider takes its key from ${variable}.`)
    keepKey(program.home, variable, value)
    return done
  },
  deleteKey: async ({ program }, { variable }) => {
    if (readKeys(program.home)[variable] === undefined) return refuse('not_found', `No key ${variable} is kept here.`)
    keepKey(program.home, variable, undefined)
    return done
  },
}

/** What the environment says wins. */
function sourceOf({ environment }: Program, kept: Keys, variable: string): 'environment' | 'kept' | 'nowhere' {
  const value = environment[variable]
  if (!value) return kept[variable] === undefined ? 'nowhere' : 'kept'
  return value === kept[variable] ? 'kept' : 'environment'
}

async function knownKeys(program: Program): Promise<readonly Known[]> {
  const { providerKinds } = await program.adapters()
  const builtIn = Object.entries(providerKinds).flatMap(([provider, kind]) =>
    'keyVariable' in kind ? [{ variable: kind.keyVariable as string, provider, label: kind.label as string }] : [],
  )
  const { settings } = await program.at(program.workspace).settings()
  const own = Object.entries(settings.providers).flatMap(([provider, { apiKeyEnv }]) =>
    apiKeyEnv ? [{ variable: apiKeyEnv, provider, label: provider }] : [],
  )
  return [...builtIn, ...own.filter(({ variable }) => !builtIn.some((key) => key.variable === variable))]
}
