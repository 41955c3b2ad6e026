import { type Answer, says } from './answer.ts'
import { LABEL, modelWould, onRole, paragraphs } from './parts.ts'

/** A review of a plan: what this role would look at, and no objection, since a rehearsal cannot have one. */
export const reviewPlan: Answer = (study) => says(paragraphs('APPROVE', LABEL, onRole(study), modelWould(study)))
