import { confidenceOf, type HeldPosition, heldNow, lastStated } from '../held.ts'
import { outweighs, ownPosition, type Strength, strengthOf } from '../position.ts'
import { cite } from '../quote.ts'
import type { Study } from '../study.ts'
import { takeUp } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { bulleted, LABEL, notFound, onGoal, onRole, paragraphs, questions } from './parts.ts'

/**
 * What this panelist's words find and where it would settle the goal. In later rounds, whether another's find is
 * better.
 */
export const contribute: Answer = (study) => says(heldNow(study).length === 0 ? opening(study) : reply(study))

function opening(study: Study): string {
  const stated = lastStated(study)
  const { position, why } = stated === undefined ? ownPosition(study) : { position: stated, why: '' }
  return paragraphs(
    LABEL,
    onGoal(study, 'goal'),
    onRole(study),
    notFound(study),
    questions(study),
    why,
    `POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}`,
  )
}

type Verdict = { readonly position: string; readonly because: string; readonly why: string }

function reply(study: Study): string {
  const fresh = [...study.onGoal, ...study.onRole].slice(0, 2).map(cite)
  const { position, because, why } = verdictOf(study)
  return paragraphs(
    LABEL,
    bulleted('**After the others**', takeUp(study)),
    fresh.length > 0 ? bulleted('**Not quoted so far**', fresh) : '**Nothing new**: no other line has these words.',
    why,
    `POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}\nCHANGED: ${because === '' ? 'no' : `yes, because ${because}`}`,
  )
}

/** How a rehearsal changes its mind: the position with more support in the files wins, except against the advocate. */
function verdictOf(study: Study): Verdict {
  const own = lastStated(study) ?? ownPosition(study).position
  const mine = strengthOf(study, own)
  const best = strongest(study, own)
  if (!best || !outweighs(best.strength, mine))
    return {
      position: own,
      because: '',
      why: `**I keep my position**: ${mine.text}, and no other has enough more.`,
    }
  const { who, position, id } = best.held
  if (study.reader.stance.key === 'devils-advocate')
    return {
      position: own,
      because: '',
      why: `**I keep my position** as the advocate, although that of ${who} has more: ${best.strength.text} (mine ${mine.count}).`,
    }
  const source = id === '' ? who : `[${id}]`
  return {
    position,
    because: `${source}: ${best.strength.text}; for mine ${mine.count}`,
    why: `**I change my position** to that of ${who} ${source}.`,
  }
}

type Rival = { readonly held: HeldPosition; readonly strength: Strength }

/** The other position with the most support. */
function strongest(study: Study, own: string): Rival | undefined {
  const others = heldNow(study).filter(({ who, position }) => who !== 'You' && position !== own)
  const rivals = others.map((held) => ({ held, strength: strengthOf(study, held.position) }))
  return rivals.toSorted((one, other) => other.strength.count - one.strength.count)[0]
}
