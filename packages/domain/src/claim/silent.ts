import type { Sentence } from './sentences.ts'

/** Plans, conditions, wishes and doubts. */
const NOT_YET =
  /\b(?:if|unless|until|whenever|in case|should|would|could|might|may|can|cannot|can't|couldn't|will|won't|i'll|we'll|it'll|they'll|shall|must|needs?|needed|have to|has to|going to|gonna|plan(?:s|ned|ning)? (?:to|on)|intend(?:s|ed)?|want(?:s|ed)?|let me|let's|next|todo|to do|tbd|please|tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)? to|expect(?:s|ed|ing)?|assum\w+|believe|think|thought|guess|probably|likely|presumably|hopefully|hope|seems?|seemed|appears?|appeared|suppose\w*|recommend\w*|suggest\w*|propos\w+|ensures?|make sure|makes sure|verify that|remember to|don't forget|ready to|able to|about to|once|remaining|pending|imagine|suspect|aim(?:s|ed)? to|would've|ideally|maybe|perhaps|unclear|unverified|untested|unable|to be)\b/iu

/** Somebody else's work, somebody else's words, or an example. */
const OTHERS =
  /\b(?:ci|pipelines?|github|gitlab|jenkins|circleci|travis|buildkite|your?|the user|he|she|they (?:ran|said|created|wrote|read|report\w*|claim\w*|confirm\w*)|their|upstream|maintainers?|contributors?|colleagues?|teammates?|coworkers?|reviewers?|customers?|according to|per the|says?|said|claims?|claimed|claiming|reports? (?:that|says|states)|reported (?:that|by)|states? that|stated|mentions?|mentioned|announced|promised|wrote that|quote[sd]?|for example|e\.g|for instance|such as|sample|example output|hypothetical\w*|suppose|in theory|staging|production|documentation (?:says|states)|supposedly|allegedly|as reported|reportedly)\b/iu

/** Before this run. */
const PAST =
  /\b(?:previous(?:ly)?|earlier|yesterday|last (?:week|time|run|month|night|year|session|sprint|release)|before (?:this|my|the|any|i|we|our)|prior|already (?:existed|exists|present|there|had|in place|passed|passing|created|green)|used to|originally|in the past|ago|at baseline|baseline|initially|at first|at the start|to begin with|beforehand|(?:on|in|against) (?:main|master|develop|trunk)|history|historically|pre-?existing|existing behaviou?r|back then|formerly|until now|so far this (?:week|month))\b/iu

const LABEL =
  /^(?:acceptance|criteri(?:a|on)|definition of done|done when|requirements?|required|goals?|objectives?|tasks?|todo|to do|plan(?:ned)?|steps?(?: \d+)?|expected|expectations?|next(?: steps?)?|remaining|follow-?ups?|how to|usage|verification steps|to verify|to test|to run|reproduc\w+|instructions?|recommendations?|suggestions?|proposals?|options?|risks?|open questions?|assumptions?|out of scope|not done|skipped|limitations?|quote|example|prompt|question|checklist|test plan|user story|given|when|then|note to|reminder|caveats?|context|background|problem|bug|issue|before|baseline|previous(?:ly)?|earlier|history|original(?:ly)?|the (?:task|brief|goal|request|issue)|what (?:was|is) asked|asked|request)\b/iu

/** Whether a sentence says nothing about what its author did in this run. */
export function claimsNothing({ plain, under }: Sentence): boolean {
  if (/\?\s*["”')]*$/u.test(plain)) return true
  const bare = plain.replaceAll(/\b(?:as|than) (?:expected|planned|intended)\b/giu, '')
  if (NOT_YET.test(bare) || OTHERS.test(bare) || PAST.test(bare)) return true
  const label = /^[^:]{1,40}(?=:)/u.exec(plain)?.[0] ?? ''
  if (label !== '' && LABEL.test(label)) return true
  return under.split('\n').some((line) => isPlanned(line))
}

const isPlanned = (line: string): boolean => {
  const bare = line
    .replaceAll(/^[#\s*_\d.)-]+|[*_:\s]+$/gu, '')
    .replaceAll(/✅|✔|✓|☑|🎉|🟢|⚠|❌|\uFE0F/gu, '')
    .trim()
  return bare !== '' && (LABEL.test(bare) || NOT_YET.test(bare) || OTHERS.test(bare) || PAST.test(bare))
}

const GOOD =
  /\b(?:no|0|zero|without(?: any)?|free of)\s+(?:\w+\s+){0,2}?(?:errors?|failures?|fail(?:ed|ing|s)?|warnings?|issues?|problems?|regressions?|skips?|skipped)\b|\b(?:errors?|failures?|failed|fail|warnings?|skipped)\s?[:=]\s?0\b|\bnot only\b/giu
const NEGATION =
  /\b(?:not|never|no|none|nothing|neither|nor|n't|without|fail(?:s|ed|ing|ures?)?|broken|red|skip(?:s|ped|ping)?|instead of|rather than|except|other than|flaky|errored|crash\w*|timed out|hardly|barely|almost|nearly|partially|partly|some|most|few|only|half|several|unlike|unless)\b|n't\b/iu

/** Whether a part of a sentence denies or limits what it says. */
export const isNegated = (clause: string): boolean =>
  NEGATION.test(
    clause
      .replaceAll(GOOD, ' ')
      .replaceAll(/\b(?:previously |once |formerly )?(?:failing|broken|flaky) (?=tests?\b|build\b|specs?\b)/giu, ''),
  )

/** The part of a sentence around a place in it, up to the next comma, dash or conjunction. */
export function clauseAround(plain: string, from: number, to: number): string {
  const before = plain.slice(0, from)
  const after = plain.slice(to)
  const start = Math.max(...[...before.matchAll(BOUNDARY)].map(({ index, 0: mark }) => index + mark.length), 0)
  const end = after.search(BOUNDARY_ONCE)
  return plain.slice(start, end < 0 ? undefined : to + end)
}

const BOUNDARY = /[;:,—–(]|\s-\s|\b(?:and|but|so|then|while|though|although|however|which|because|since)\b/giu
const BOUNDARY_ONCE = new RegExp(BOUNDARY.source, 'iu')
