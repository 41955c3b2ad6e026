import { isLooping } from '../conversation/loop-guard.ts'
import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { beyondLimits } from '../limits/reach-limits.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import { coversResource, judgeAll, literally, type PermissionVerdict, type RuleLayer } from '../permission/judge.ts'
import { planGrants } from '../permission/plan-grants.ts'
import type { AskId } from '../shared/ids.ts'
import { ownValue } from '../shared/record.ts'
import type { TaskCall } from '../state/task.ts'
import { isInner } from '../team/inner-tools.ts'
import type { Resource } from '../tool/tool.ts'
import { isOutOfFiles, overFiles } from './budget.ts'
import { isDenied } from './denied-calls.ts'
import { deniedByUser, notAllowed, refused } from './refuse-call.ts'
import { ruleLayers } from './tools.ts'

const ASK_EXPIRES_MS = 24 * 3_600_000
const LOOPING = 'the same call three times in a row (loop guard)'
const STEP_ASKS = 'every change needs approval (step policy)'
const DENIED_BEFORE =
  'Denied: the user has denied this very call already. Do something else, or ask what to do instead.'

/** What keeps a call from running now: a refusal, or a question to the user. Undefined lets it run. */
export function judgeCall(context: TaskContext, call: TaskCall, resources: readonly Resource[]): Step | undefined {
  const { run, task, seat } = context
  const spec = ownValue(run.settings.tools, call.tool)
  const touched = resources.length > 0 ? resources : [{ permission: spec?.permission ?? call.tool, target: call.tool }]
  const invalid = touched.find((one) => one.invalid)
  if (invalid) return refused(context, call, `The call was not run: ${invalid.note ?? 'its input is not valid.'}`)
  const beyond = spec && beyondLimits(run.limits, spec, touched)
  if (beyond !== undefined) return notAllowed(context, call, `Denied: ${beyond}`)
  const layers = ruleLayers(run, task, seat)
  const verdict = judgeAll(touched, layers)
  if (verdict.action === 'deny') return notAllowed(context, call, denied(verdict))
  // Refused before anyone is asked: an approval does not enlarge a budget.
  const over = overFiles(context, call, touched)
  if (over) return refused(context, call, over.message, over.which)
  return askFor(context, call, { touched, layers, verdict })
}

type Touching = {
  readonly touched: readonly Resource[]
  readonly layers: readonly RuleLayer[]
  readonly verdict: ReturnType<typeof judgeAll>
}

/** Asks the user, unless nothing needs approval or grants cover all of it. */
function askFor(context: TaskContext, call: TaskCall, { touched, layers, verdict }: Touching): Step | undefined {
  const { session, run, task } = context
  const looping = isLooping(task, call)
  const approve = approvalOf(context, call)
  if (verdict.action === 'allow' && !looping && approve !== 'ask') return undefined
  const grants = approve === 'auto' ? [...session.grants, ...planGrants(touched)] : session.grants
  // If the step asks, a rule that allows a part of the call does not count: only a grant does.
  const asks = (one: Resource) => approve === 'ask' || judgeAll([one], layers).action === 'ask'
  const open = touched.filter((one) => asks(one) && !coversResource(grants, one))
  if (open.length === 0 && !looping) return undefined
  const { action, rule: says, layer, target } = open.length > 0 ? judgeAll(open, layers) : verdict
  const rule = looping ? LOOPING : action === 'allow' ? STEP_ASKS : `${says} (${layer})`
  if (!run.settings.interactive) return notAllowed(context, call, unattended(target, rule))
  if (isDenied(run, call)) return deniedByUser(context, call, DENIED_BEFORE)
  return record(asked(context, call, { touched, open, rule, target }))
}

/** The step's policy for calls that change something. Reading, and what the session does itself, never asks. */
function approvalOf(context: TaskContext, call: TaskCall): 'auto' | 'ask' | undefined {
  const { run, task } = context
  if (isInner(call.tool) || ownValue(run.settings.tools, call.tool)?.readOnly) return undefined
  const { approve } = task.allowance
  return approve === 'auto' && isOutOfFiles(context, call) ? undefined : approve
}

/** If the built-in floor denies it, the rule text is the reason. */
const denied = ({ layer, rule }: PermissionVerdict): string =>
  layer === 'safety' ? `Denied: ${rule}` : `Denied by the rule "${rule}" (${layer}).`

const unattended = (target: string, rule: string): string =>
  `Denied: "${target}" needs a person's approval, and nobody can be asked in this run. Reason: ${rule}.`

type Asking = {
  readonly touched: readonly Resource[]
  /** The parts not allowed yet. */
  readonly open: readonly Resource[]
  readonly rule: string
  readonly target: string
}

const grantFor = ({ permission, target }: Resource): string => `${permission}:${literally(target)}`

function asked({ session, run, task }: TaskContext, call: TaskCall, { touched, open, rule, target }: Asking) {
  const about = touched.find((resource) => resource.target === target) ?? touched[0]
  const preview = [...new Set(touched.flatMap((resource) => resource.preview ?? []))].join('\n')
  const note = [...new Set(touched.flatMap((resource) => resource.note ?? []))].join('; ')
  const command = touched.find((resource) => resource.command)?.command
  const unsandboxed = touched.some((resource) => resource.unsandboxed)
  const proposed = grantFor(about ?? { permission: call.tool, target })
  const also = [...new Set(open.map(grantFor))].filter((grant) => grant !== proposed)
  const runs = [...new Set(touched.filter(({ permission }) => permission === 'bash').map((one) => one.target))]
  const ask = {
    ask: `${task.id}/${call.id}/ask` as AskId,
    call: call.id,
    chain: [...task.chain],
    tool: call.tool,
    resource: target,
    rule,
    proposed,
    ...(also.length > 0 && { also }),
    ...(runs.length > 1 && { runs }),
    expiresAt: session.at + (run.settings.askExpiresMs ?? ASK_EXPIRES_MS),
    ...(command && { command }),
    ...(unsandboxed && { unsandboxed }),
    ...(preview && { preview }),
    ...(note && { note }),
  }
  return fact('permission.asked', ask, placeOf(run, task))
}
