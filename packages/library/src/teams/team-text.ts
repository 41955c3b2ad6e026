import { type Agent, Agent as AgentSchema, type Json, type Member, Team } from '@convene/domain'

type Fields = { readonly [key: string]: unknown }

/** A team as an editable file: fields that differ from the defaults, in reading order. */
export function teamFileText(team: Team): string {
  const usual = Team.parse({ name: team.name, slug: team.slug, mode: team.mode, members: team.members }) as Fields
  const always = ['name', 'slug', 'mode', 'members']
  const own = order.flatMap((key): [string, Json][] => {
    const value = (team as Fields)[key]
    const isUsual = JSON.stringify(value) === JSON.stringify(usual[key])
    return value === undefined || (isUsual && !always.includes(key)) ? [] : [[key, written(key, value as Json)]]
  })
  return `${JSON.stringify(Object.fromEntries(own), null, 2)}\n`
}

const order = [
  '$schema',
  'name',
  'slug',
  'description',
  'mode',
  'lead',
  'members',
  'judge',
  'entryAgent',
  'sharedContext',
  'routingContext',
  'permissions',
  'limits',
  'settings',
] as const satisfies readonly (keyof Team)[]

function written(key: string, value: Json): Json {
  if (key === 'lead' || key === 'judge') return memberFields(value as unknown as Member)
  return key === 'members' ? (value as unknown as readonly Member[]).map(memberFields) : value
}

function memberFields(member: Member): Json {
  if (typeof member === 'string' || typeof member.agent === 'string') return member as unknown as Json
  return { ...member, agent: agentFields(member.agent) } as unknown as Json
}

/** An agent inside a team: fields that differ from the defaults. */
function agentFields(agent: Agent): Fields {
  const { name, slug, prompt } = agent
  const usual = AgentSchema.parse({ name, slug, prompt }) as Fields
  const differs = ([key, value]: [string, unknown]) =>
    ['name', 'slug', 'prompt'].includes(key) || JSON.stringify(value) !== JSON.stringify(usual[key])
  return Object.fromEntries(Object.entries(agent).filter(differs))
}
