import { inLightOf } from '../estimate/finished-runs.ts'
import type { Estimate } from '../event/run-settings.ts'
import { type Image, imageTokens } from '../image/image.ts'
import type { LimitName } from '../limits/limits.ts'
import { isRehearsal } from '../shared/rehearsal.ts'
import type { RunStart } from '../state/command.ts'
import type { Session } from '../state/session.ts'
import { isUser } from '../team/user-seat.ts'
import { costOf, estimateTokens } from '../usage/usage.ts'
import type { Course, Pace, SeatCalls } from './course.ts'
import { totalCalls } from './course.ts'
import type { RunForecast } from './forecast.ts'
import { likelyThought } from './thinking.ts'

const SECONDS_A_CALL = 15
const SECONDS_A_REHEARSAL = 0.6
/** A rough speed at which models think. */
const THOUGHTS_A_SECOND = 60

/** A run to estimate, with what earlier runs in its session have shown about its models. */
type Estimated = RunStart & { readonly learned?: Session['learned'] | undefined }

type Amounts = Omit<Estimate, 'least' | 'most' | 'rare' | 'over' | 'learned'>

/** What the run will probably use, and the range it rarely leaves. The cost is null if any price is unknown. */
export function estimate(
  { course }: Pick<RunForecast, 'course'>,
  run: Estimated,
  goal: string,
  images: readonly Image[] = [],
): Estimate {
  const told = estimateTokens(goal) + images.reduce((sum, image) => sum + imageTokens(image), 0)
  const amounts = (pace: Pace) => amountsOf({ run, told, pace }, course(pace))
  const at = (pace: Pace) => capped(amounts(pace), run)
  const over = overLimits(amounts('usual'), run)
  const [least, usual, most] = byCost([at('least'), at('usual'), at('most')])
  const { rare } = course('most')
  const guess = { ...usual, least, most, ...(rare && { rare }), ...(over.length > 0 && { over: [...over] }) }
  return inLightOf(guess, run.settings.past, run.limits)
}

/** A token limit may cut more output from a long run than from a short one, which would make the long one cheaper. */
function byCost([least, usual, most]: readonly [Amounts, Amounts, Amounts]): readonly [Amounts, Amounts, Amounts] {
  if (least.costUsd === null || usual.costUsd === null || most.costUsd === null) return [least, usual, most]
  const [low = 0, mid = 0, high = 0] = [least.costUsd, usual.costUsd, most.costUsd].toSorted((a, b) => a - b)
  return [
    { ...least, costUsd: low },
    { ...usual, costUsd: mid },
    { ...most, costUsd: high },
  ]
}

/** The limits that would end the run early, if it uses what runs usually do. */
function overLimits(amounts: Amounts, { limits }: RunStart): readonly LimitName[] {
  const needs: readonly (readonly [LimitName, number, number | null])[] = [
    ['calls', amounts.calls, limits.maxCalls],
    ['tokens', amounts.input + amounts.output, limits.maxTotalTokens],
    ['cost', amounts.costUsd ?? 0, limits.maxCostUsd],
    ['time', amounts.minutes, limits.maxDuration],
  ]
  return needs.flatMap(([which, needed, cap]) => (cap !== null && needed > cap ? [which] : []))
}

/** `told`: tokens in the user's goal and attachments. */
type Guess = { readonly run: Estimated; readonly told: number; readonly pace: Pace }

function amountsOf(guess: Guess, { asked: everybody, inARow }: Course): Amounts {
  const asked = everybody.filter(({ seat }) => !isUser(seat))
  const used = asked.map((one) => usageOf(guess, one))
  const sum = (of: (one: (typeof used)[number]) => number) => used.reduce((total, one) => total + of(one), 0)
  const isKnown = used.every(({ costUsd }) => costUsd !== null)
  const calls = totalCalls(asked)
  const seconds = calls > 0 ? sum((one) => one.seconds) / calls : SECONDS_A_CALL
  return {
    calls: Math.round(calls),
    input: Math.ceil(sum(({ input }) => input)),
    output: Math.ceil(sum(({ output }) => output)),
    costUsd: isKnown ? sum(({ costUsd }) => costUsd ?? 0) : null,
    minutes: Math.round((inARow * seconds) / 6) / 10,
  }
}

function usageOf({ run, told, pace }: Guess, { seat, calls, input, output }: SeatCalls) {
  const learned = run.learned?.[seat.model]
  const known = estimateTokens(seat.prompt) + estimateTokens(run.team.sharedContext) + told
  const said = Math.min(seat.maxTokens ?? output, output)
  const thought =
    learned?.output === undefined
      ? likelyThought(run, seat, pace, learned?.thinks === true)
      : Math.max(0, learned.output - said)
  const each = { input: (known + input) * (learned?.tokensPerEstimate ?? 1), cached: 0, output: said + thought }
  const costUsd = costOf(each, run.settings.models[seat.model]?.price)
  const usual = isRehearsal(seat.model) ? SECONDS_A_REHEARSAL : SECONDS_A_CALL + thought / THOUGHTS_A_SECOND
  const seconds = learned?.ms === undefined ? usual : learned.ms / 1_000
  return {
    input: calls * each.input,
    output: calls * each.output,
    costUsd: costUsd === null ? null : calls * costUsd,
    seconds: calls * seconds,
  }
}

/** A limit ends the run, so the estimate cannot exceed it. */
function capped(amounts: Amounts, { limits }: RunStart): Amounts {
  const { maxTotalTokens, maxCostUsd, maxDuration } = limits
  const tokens = amounts.input + amounts.output
  const share = maxTotalTokens === null || tokens <= maxTotalTokens ? 1 : maxTotalTokens / tokens
  return {
    ...amounts,
    input: Math.floor(amounts.input * share),
    output: Math.floor(amounts.output * share),
    costUsd: amounts.costUsd === null ? null : Math.min(amounts.costUsd * share, maxCostUsd ?? Number.MAX_VALUE),
    minutes: Math.min(amounts.minutes, maxDuration ?? Number.MAX_VALUE),
  }
}
