import { clip, plain } from '../quote.ts'
import { type Answer, says } from './answer.ts'

const MAX_TITLE = 60

/** The goal's first line, short enough for a list. A title is a name, so it carries no label. */
export const title: Answer = ({ ask }) => {
  const line =
    (ask.text || ask.goal)
      .split('\n')
      .map(plain)
      .find((text) => text !== '') ?? 'Untitled'
  return says(clip(line.replace(/[.!\s]+$/, ''), MAX_TITLE))
}
