import { traitsOf } from '@convene/domain'
import type { DescribedMember, DescribedTeam } from './describe-team.ts'

/** Something about a team that is allowed, but that its owner may want to change. */
export type Diagnosis = {
  readonly code: 'weak_lead' | 'unknown_model' | 'same_model' | 'no_judge' | 'record'
  readonly message: string
}

export type Choices = {
  /** The model of members without their own. */
  readonly usual: string
  isKnownModel(model: string): boolean
}

/** Warnings about a team's models and seats. */
export function diagnoseTeam(team: DescribedTeam, choices: Choices): readonly Diagnosis[] {
  return [...unknownModels(team, choices), ...weakLead(team, choices), ...sameModel(team, choices), ...noJudge(team)]
}

const everybody = ({ lead, members, judge }: DescribedTeam): readonly DescribedMember[] =>
  [lead, ...members, judge].filter((member) => member !== null)

function unknownModels(team: DescribedTeam, { isKnownModel, usual }: Choices): readonly Diagnosis[] {
  return everybody(team).flatMap(({ name, model }) =>
    model === null || isKnownModel(model)
      ? []
      : [
          {
            code: 'unknown_model',
            message: `${name}: the model ${model} is not configured, so ${usual} is used. \`convene models\` lists configured models.`,
          } as const,
        ],
  )
}

/** The lead plans for everyone and combines the result, so a small model hurts most there. */
function weakLead(team: DescribedTeam, { usual, isKnownModel }: Choices): readonly Diagnosis[] {
  const lead = traitsOf(team.mode).entry ? entryOf(team) : team.lead
  if (!lead) return []
  const model = lead.model !== null && isKnownModel(lead.model) ? lead.model : usual
  if (!isWeakModel(model)) return []
  const message = `${lead.name} leads with ${model}, a small model. Give the lead the strongest model you have.`
  return [{ code: 'weak_lead', message }]
}

const entryOf = ({ members, entryAgent }: DescribedTeam): DescribedMember | undefined =>
  members.find(({ slug, name }) => slug === entryAgent || name === entryAgent) ?? members[0]

const small = /(?:^|[-_.:/])(?:mini|nano|micro|tiny|small|lite|flash|haiku|instant|fast)(?:$|[-_.:])/iu
const SMALL_BILLIONS = 14

/** Whether a model's name suggests that it is a small one. */
export function isWeakModel(model: string): boolean {
  const name = model.slice(model.indexOf('/') + 1)
  const billions = /(?:^|[-_:])(\d+(?:\.\d+)?)b(?:$|[-_:.])/iu.exec(name)?.[1]
  return small.test(name) || (billions !== undefined && Number(billions) <= SMALL_BILLIONS)
}

function sameModel(team: DescribedTeam, { usual }: Choices): readonly Diagnosis[] {
  const models = new Set(everybody(team).map(({ model }) => model ?? usual))
  const [model] = models
  if (models.size > 1 || team.members.length < 2 || model === undefined || model.startsWith('rehearsal/')) return []
  const message = `Every seat uses ${model}, so they share its blind spots. Give some of them another model.`
  return [{ code: 'same_model', message }]
}

function noJudge({ mode, judge, lead }: DescribedTeam): readonly Diagnosis[] {
  if (!traitsOf(mode).judged || judge) return []
  const message = `There is no judge, so ${lead?.name ?? 'the lead'} evaluates its own work. A judge on another model is stricter.`
  return [{ code: 'no_judge', message }]
}
