import { availableModels, type DoctorCheck } from '@convene/host'
import {
  defaultModel,
  discoverLocal,
  isLocalAddress,
  isProviderType,
  type ListedProvider,
  providerKinds,
} from '@convene/models'
import { problemText } from '@convene/platform'
import type { CliProgram } from '../program.ts'

/** Problems in settings, agent and team files. */
export async function checkSettingsFiles(program: CliProgram): Promise<readonly DoctorCheck[]> {
  const { problems, sources } = await program.settings()
  const others = [...(await (await program.agents()).problems()), ...(await program.teams()).problems()]
  const bad = problems.filter(({ severity }) => severity === 'error')
  const notes = [...problems.filter(({ severity }) => severity !== 'error'), ...others]
  const read = sources.filter(({ digest }) => digest !== null).map(({ file }) => file)
  const found = read.length > 0 ? `read from ${read.join(', ')}` : 'no settings file, using defaults'
  return [
    ...(bad.length === 0 ? [{ state: 'good', what: 'settings', found } as const] : []),
    ...bad.map((problem): DoctorCheck => ({ state: 'bad', what: 'settings', found: problemText(problem) })),
    ...notes.map((problem): DoctorCheck => ({ state: 'note', what: 'settings', found: problemText(problem) })),
  ]
}

/** Which providers are configured. Only servers on this machine are contacted. */
export async function checkModels(program: CliProgram): Promise<readonly DoctorCheck[]> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const { providers } = await availableModels(program, settings, environment)
  const servers = await discoverLocal({ environment })
  const usual = defaultModel(settings, environment)
  const remote = providers.filter(({ local, name }) => !local && name !== 'rehearsal')
  // Keys in the keychain are not read here, so a server may only report that it needs one.
  const checkOwn = (provider: ListedProvider) => {
    const variable = settings.providers[provider.name]?.apiKeyEnv ?? keyVariableOf(provider.name) ?? ''
    return checkProvider(provider, { key: program.environment[variable], isStored: Boolean(environment[variable]) })
  }
  const own = await Promise.all(remote.filter(({ configured }) => configured).map(checkOwn))
  return [
    { state: usual.source === 'none' ? 'note' : 'good', what: 'model', found: usual.reason },
    ...own,
    ...servers.map(
      ({ label, address, models }): DoctorCheck => ({
        state: 'good',
        what: 'local server',
        found: `${label} answers at ${address} with ${models.join(', ') || 'no models'}`,
      }),
    ),
    ...notConnected(remote),
  ]
}

function notConnected(providers: readonly ListedProvider[]): readonly DoctorCheck[] {
  const missing = providers.filter(({ configured }) => !configured)
  if (missing.length === 0) return []
  const found = `not connected: ${missing.map(({ label }) => label).join(', ')}`
  const fix = missing.map(({ label, missing: needs }) => `${label}: ${needs.join(', ')}`).join('; ')
  return [{ state: 'good', what: 'providers', found, fix: `To connect one, set: ${fix}` }]
}

type GivenKey = {
  readonly key: string | undefined
  /** It is in the keychain, which is not read here. */
  readonly isStored: boolean
}

async function checkProvider({ label, address }: ListedProvider, { key, isStored }: GivenKey): Promise<DoctorCheck> {
  const what = 'provider'
  if (!address || !isLocalAddress(address))
    return { state: 'good', what, found: `${label} is configured (not contacted, calls may cost money)` }
  try {
    const headers = key ? { authorization: `Bearer ${key}` } : {}
    const response = await fetch(`${address}/models`, {
      signal: AbortSignal.timeout(1_000),
      redirect: 'error',
      headers,
    })
    if (isRefusal(response) && !key && isStored)
      return { state: 'good', what, found: `${label} answers at ${address}, with a stored key that is not tried here` }
    const problem = await replyProblem(response, Boolean(key))
    if (problem === undefined) return { state: 'good', what, found: `${label} answers at ${address}` }
    return { state: 'note', what, found: `${label} at ${address} ${problem.found}`, fix: problem.fix }
  } catch {
    return {
      state: 'note',
      what,
      found: `${label} does not answer at ${address}`,
      fix: 'Start the server, or change its baseURL in the settings.',
    }
  }
}

const isRefusal = ({ status }: Response): boolean => status === 401 || status === 403

const keyVariableOf = (name: string): string | undefined =>
  isProviderType(name) ? providerKinds[name].keyVariable : undefined

/** Why an answer does not prove that models can be used: a refusal, or the page of another program. */
async function replyProblem(response: Response, hasKey: boolean): Promise<{ found: string; fix: string } | undefined> {
  const { status } = response
  if (isRefusal(response))
    return {
      found: `${hasKey ? 'refuses the key' : 'asks for a key'} (HTTP ${status})`,
      fix: hasKey ? 'Set another key: convene keys set' : 'Test a model with its key: convene models test',
    }
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  // Some model servers list no models.
  if (status === 404 || (response.ok && isJson)) return undefined
  return { found: `does not answer like a model server (HTTP ${status})`, fix: 'Check its baseURL in the settings.' }
}
