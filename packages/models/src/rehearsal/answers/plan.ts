import type { Answer } from './answer.ts'
import { assignments } from './assignments.ts'
import { planSteps } from './plan-steps.ts'

/** A plan in the requested format: assignments for members, or steps. */
export const plan: Answer = (study) =>
  study.ask.sections['How to assign'] === undefined && !NUDGED.test(study.ask.text)
    ? planSteps(study)
    : assignments(study)

const NUDGED = /^@worker:/m
