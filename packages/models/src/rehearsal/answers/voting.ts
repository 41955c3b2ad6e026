import { type AnswerMaterial, bulleted, fromFiles, LABEL, paragraphs, requestedPart } from './parts.ts'
import { escaped } from './quote.ts'
import { seedOf } from './seed.ts'

const chosen = ({ ask }: AnswerMaterial): string =>
  ask.options[seedOf(ask.name) % Math.max(1, ask.options.length)] ?? ''

export const deliberate = (material: AnswerMaterial): string =>
  paragraphs(
    LABEL,
    requestedPart(material, 'To decide'),
    bulleted('**The options**', material.ask.options.map(escaped)),
    fromFiles(material),
    `**A sample choice** ${escaped(chosen(material))}. A rehearsal has no opinion.`,
  )

export const sampleVote = (material: AnswerMaterial): string =>
  `VOTE: ${chosen(material)}\nREASON: A sample vote. A rehearsal has no opinion.\nCONFIDENCE: 50`

/** Names no option, so the question stays open. */
export const decide = (): string => 'A rehearsal does not decide. The question is open.'
