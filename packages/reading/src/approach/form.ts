import { quantityAsked } from '@convene/domain'

/** What a goal can be for. */
export type ApproachName = 'decision' | 'discussion' | 'estimate' | 'opinions' | 'build' | 'research' | 'review' | 'ask'

/** What the wording of a goal asks for. */
export type GoalForm = {
  readonly approach: ApproachName
  readonly because: string
  /** Replaces the approach's usual team and mode. */
  readonly instead?: { readonly mode: string; readonly team: string }
}

type Rule = GoalForm & { readonly asks: RegExp }

/** Looks at the form of the request, not the topic: the subject of a goal does not tell what the user wants. */
const MOST_CHARACTERS = 4_000
const MOST_SENTENCES = 40

const choice: GoalForm = { approach: 'decision', because: 'the goal asks for a choice' }
const number: GoalForm = { approach: 'estimate', because: 'the goal asks for an estimate' }
const talk: GoalForm = { approach: 'discussion', because: 'the goal asks for a discussion' }
const incident: GoalForm = {
  approach: 'review',
  because: 'the goal asks why something happened',
  instead: { mode: 'panel', team: 'incident-review' },
}
const draft: GoalForm = {
  approach: 'build',
  because: 'the goal asks for a text',
  instead: { mode: 'sequential', team: 'draft-critique-refine' },
}
const work: GoalForm = { approach: 'build', because: 'the goal asks for work to be done' }
const check: GoalForm = { approach: 'review', because: 'the goal asks for a review' }
const views: GoalForm = { approach: 'opinions', because: 'the goal asks for views' }
const finding: GoalForm = { approach: 'research', because: 'the goal asks a question to look into' }
const neither: GoalForm = { approach: 'ask', because: 'the goal is neither a choice nor a job for a team' }

/** The first match for a sentence counts: commands by verb, then choices, then questions by their first word. */
const rules: readonly Rule[] = [
  {
    ...talk,
    asks: /^(?:discuss|debate|argue|deliberate|talk (?:through|over)|(?:an? |the )?(?:panel|moderated|expert) (?:discussion|debate)|(?:an? |the )?(?:discussion|debate|round ?table|panel) (?:on|about|of|over|between)|pros and cons|the pros and cons)\b/u,
  },
  {
    ...talk,
    asks: /^(?:have|let|get|ask|make|hold|run|start|set up|convene|organi[sz]e|stage|moderate|use|i want|we need)\b.{0,80}\b(?:discuss|debate|argue|deliberate|discussion|round ?table)\b/u,
  },
  {
    ...talk,
    asks: /^(?:have|let|get|ask|hold|run|start|convene|organi[sz]e|use) (?:an?|the|your|our) (?:[\w-]{1,20} ){0,3}panel\b(?!.{0,400}\b(?:decide|choose|pick|vote|whether|should)\b)/u,
  },
  {
    ...talk,
    asks: /^(?:what(?:'s| is| are| speaks)?|which|list|give|name|weigh|collect|show|tell)\b.{0,60}\b(?:pros and cons|for and against|advantages and disadvantages)\b/u,
  },
  { ...incident, asks: /^(?:post-?mortem|(?:do|run|write) an? (?:post-?mortem|incident review))\b/u },
  {
    ...work,
    asks: /^(?:write|draft|create) (?:me )?(?:(?:a|an|the|some|more|unit|integration|failing|missing) )*(?:tests?|code|functions?|class(?:es)?|scripts?|migrations?|modules?|endpoints?|components?|programs?|parsers?|queries|query)\b/u,
  },
  {
    ...draft,
    asks: /^(?:(?:re)?write|(?:re)?draft|compose|(?:re)?word|(?:re)?phrase|polish|shorten|summari[sz]e .* (?:for|as) an?)\b/u,
  },
  {
    ...check,
    asks: /^(?:(?:code[- ])?review|audit|inspect|critique|proofread|double-check|check|vet|assess|look over|go over|find (?:all |the |any )?(?:bugs?|mistakes|errors|problems|vulnerabilities|security (?:holes|issues)))\b/u,
  },
  {
    ...work,
    asks: /^(?:add|build|fix|implement|make|create|migrate|refactor|rename|remove|delete|upgrade|update|change|convert|port|replace|move|extract|introduce|develop|ship|set up|install|configure|wire|support|enable|disable|clean up|speed up|optimi[sz]e|improve|simplify|split|merge|bump|generate)\b/u,
  },
  { ...choice, asks: /^(?:decide|choose|pick|select|recommend|compare|weigh|prioriti[sz]e|rank)\b/u },
  {
    ...views,
    asks: /\bwhat do (?:you|they|others|people|experts) (?:all )?think\b|\b(?:opinions?|perspectives?|viewpoints?|second opinion|ideas|thoughts) (?:on|about|for|of)\b|^(?:brainstorm|give me (?:some |a few |several )?(?:ideas|opinions|views|perspectives))\b/u,
  },
  {
    ...incident,
    asks: /^why (?:did|didn't|was|were|wasn't|weren't|has|have|had)\b|\bwhat (?:happened|went wrong|broke|caused)\b/u,
  },
  {
    ...choice,
    asks: /\bshould(?:n't)? (?:we|i|it|they|our|my|the|this|a|an|he|she|you|one|there)\b|^should\b|\bwhether (?:to|we|i|it)\b|\b(?:versus|vs)\b|\bis it (?:worth|better|time|wise|safe)\b|\bwhat(?:'s| is) (?:better|the better|the best|best)\b/u,
  },
  {
    ...choice,
    asks: /^which\b.*\b(?:best|better|fits?|suits?|for|to|do we|do i|can we|would|is|one|prefer|recommend)\b/u,
  },
  { ...choice, asks: /^(?!what\b|how\b|where\b|who\b|when\b|why\b|find\b).*\S or \S.*\?/u },
  {
    ...finding,
    asks: /^(?:what|how|where|who|whose|when|why|which|find|research|investigate|explore|analy[sz]e|survey|look into|look up|search|study|examine|map|trace|collect|gather)\b/u,
  },
]

/** Reads the sentences in order. The first one that asks for something decides. */
export function formOf(goal: string): GoalForm {
  for (const sentence of sentencesIn(goal)) {
    if (quantityAsked(sentence)) return number
    const found = rules.find(({ asks }) => asks.test(sentence))
    if (found) {
      const { asks: _asks, ...form } = found
      return form
    }
  }
  return neither
}

/** Polite openings to skip: `Could you please add …?` asks to add. */
const POLITE =
  /^(?:(?:hi|hello|hey|please|kindly|now|so|then|and|also|can you|could you|would you|will you|can we|could we|let's|let us|help (?:me|us)(?: to)?|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|we (?:want|need|have) to|(?:we|you) should|try to|go and)[,: ]+)+/u

/** The name of a file says nothing about the goal: `update.ts is slow`. */
const FILE = /^[`'"]?(?:[\w@-]+[./])+[a-z]{1,5}(?![\w.])[`'"]?(?=\s)/u

function sentencesIn(goal: string): readonly string[] {
  const text = goal.slice(0, MOST_CHARACTERS).normalize('NFKC').replaceAll('’', "'").toLowerCase()
  return text
    .split(/(?<=[.!?])\s+|\n+/u)
    .slice(0, MOST_SENTENCES)
    .map((sentence) =>
      sentence
        .replace(/^[\s\-*#>•\d.)]+/u, '')
        .replace(POLITE, '')
        .replace(FILE, 'the file'),
    )
    .filter((sentence) => sentence !== '')
}
