import { type Json, type Member, type Rules, type Team, usualMode } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { type LimitTexts, limitNames, limitsIn } from '../../settings/form/limit-texts.ts'
import { isEmpty } from '../editable.ts'

/** A saved team and its source. */
export type ShownTeam = Output<'team'>

/** A team in the list. */
export type ListedTeam = Output<'teams'>['items'][number]

/** An agent that can take a seat. */
export type AgentOption = { readonly slug: string; readonly name: string; readonly note: string }

type Fields = { readonly [key: string]: Json }

let count = 0

export function newMember(agent: string) {
  count += 1
  const empty = { name: '', role: '', model: '', reasoning: '', useFor: '', prompt: '', worktree: false }
  return { key: count, agent, inline: null as Fields | null, ...empty }
}

/** A member in the form. `inline`: the agent is defined in the team file and kept unchanged. */
export type MemberDraft = Readonly<ReturnType<typeof newMember>>

export const emptyTeam = {
  name: '',
  slug: '',
  description: '',
  mode: usualMode(2),
  reasoning: '',
  lead: null as MemberDraft | null,
  judge: null as MemberDraft | null,
  members: [] as readonly MemberDraft[],
  entryAgent: '',
  sharedContext: '',
  routingContext: '',
  permissions: {} as Rules,
  limits: {} as LimitTexts,
  /** Limits without a form field, written back unchanged. */
  otherLimits: {} as Fields,
  settings: '',
}

/** A team in the form: every field as typed. */
export type TeamDraft = Readonly<typeof emptyTeam>

/** Turns a saved team into a draft. */
export function draftOf(team: Team): TeamDraft {
  const limits = Object.entries(team.limits as Fields)
  const isShown = ([name, value]: [string, Json]) => limitNames.some((each) => each === name) && value !== null
  const { name, slug, description, mode, sharedContext, routingContext, permissions, settings } = team
  return {
    ...{ name, slug, description, mode, sharedContext, routingContext, permissions },
    reasoning: team.reasoning ?? '',
    lead: team.lead === undefined ? null : memberDraft(team.lead),
    judge: team.judge === undefined ? null : memberDraft(team.judge),
    members: team.members.map(memberDraft),
    entryAgent: team.entryAgent ?? '',
    limits: Object.fromEntries(limits.filter(isShown).map(([key, value]) => [key, String(value)])),
    otherLimits: Object.fromEntries(limits.filter((entry) => !isShown(entry))),
    settings: Object.keys(settings).length === 0 ? '' : JSON.stringify(settings, null, 2),
  }
}

function memberDraft(member: Member): MemberDraft {
  if (typeof member === 'string') return newMember(member)
  const { agent, ...own } = member
  const isInline = typeof agent !== 'string'
  return {
    ...newMember(isInline ? agent.slug : agent),
    inline: isInline ? (agent as unknown as Fields) : null,
    ...own,
  } as MemberDraft
}

/** The draft in the team file format, without empty fields. Invalid JSON settings stay text, so they are refused. */
export function teamOf(draft: TeamDraft): Fields & { readonly slug: string } {
  const { name, slug, mode } = draft
  const limits = { ...draft.otherLimits, ...limitsIn(draft.limits) }
  const optional: readonly (readonly [string, Json])[] = [
    ['description', draft.description],
    ['reasoning', draft.reasoning],
    ['entryAgent', draft.entryAgent],
    ['sharedContext', draft.sharedContext],
    ['routingContext', draft.routingContext],
    ['permissions', draft.permissions],
    ['limits', limits],
    ['settings', settingsOf(draft.settings)],
  ]
  return {
    ...{ name, slug, mode },
    ...(draft.lead && { lead: memberOf(draft.lead) }),
    members: draft.members.map(memberOf),
    ...(draft.judge && { judge: memberOf(draft.judge) }),
    ...Object.fromEntries(optional.filter(([, value]) => !isEmpty(value))),
  }
}

function memberOf(draft: MemberDraft): Json {
  const { key: _key, agent, inline, worktree, ...texts } = draft
  const own = Object.entries(texts).filter(([, value]) => value.trim() !== '')
  if (!inline && own.length === 0 && !worktree) return agent
  return { agent: inline ?? agent, ...Object.fromEntries(own), ...(worktree && { worktree }) }
}

function settingsOf(text: string): Json {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
