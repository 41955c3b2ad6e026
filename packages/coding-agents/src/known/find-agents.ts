import type { AcpAgents, FoundAgent, KnownAgent } from '@convene/models'
import { type Environment, findProgram } from '@convene/platform'
import { presets } from './presets.ts'

/** The agents in the settings and all known ones, and whether their programs exist. Starts nothing. */
export function findAgents(agents: AcpAgents = {}, environment: Environment = {}): readonly FoundAgent[] {
  const names = [...new Set([...Object.keys(presets), ...Object.keys(agents)])]
  return names.map((name) => found(knownAgent(name, agents), environment))
}

/** One of them by name. */
export function findCodingAgent(name: string, agents: AcpAgents, environment: Environment): FoundAgent | undefined {
  const isKnown = Object.hasOwn(presets, name) || Object.hasOwn(agents, name)
  return isKnown ? found(knownAgent(name, agents), environment) : undefined
}

function knownAgent(name: string, agents: AcpAgents): KnownAgent {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  const { command, args, env, options, sandbox = true, ...said } = (Object.hasOwn(agents, name) && agents[name]) || {}
  const other = command !== undefined && preset?.command !== command
  return {
    ...(preset ?? { label: name, state: [], unasked: 'unknown: ask its documentation' }),
    ...said,
    name,
    isPreset: preset !== undefined && !other,
    command: command ?? preset?.command ?? '',
    args: args ?? (other ? [] : (preset?.args ?? [])),
    env: { ...preset?.env, ...env },
    options: { ...preset?.options, ...options },
    sandbox,
  }
}

function found(agent: KnownAgent, environment: Environment): FoundAgent {
  if (agent.command === '') return { ...agent, missing: [`acpAgents.${agent.name}.command in the settings`] }
  const program = findProgram(agent.command, environment)
  const unset = Object.values(agent.env).filter((value) => isReference(value) && !environment[value.slice(1)])
  const how = agent.install ? `${agent.command} on the PATH (${agent.install})` : `${agent.command} on the PATH`
  return {
    ...agent,
    ...(program && { program }),
    missing: [...(program ? [] : [how]), ...unset.map((name) => name.slice(1))],
  }
}

const isReference = (value: string): boolean => /^\$\w+$/u.test(value)

/** The agent's own variables, and those of the user that the settings name. */
export const ownVariables = ({ env }: KnownAgent, environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const given = isReference(value) ? environment[value.slice(1)] : value
      return given === undefined ? [] : [[name, given]]
    }),
  )
