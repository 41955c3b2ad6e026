import { z } from 'zod'
import { EventEnvelope } from '../sessions/session.ts'
import { pageOf } from '../shared.ts'

const ExampleView = z
  .object({
    slug: z.string(),
    title: z.string(),
    text: z.string(),
    goal: z.string(),
    mode: z.string(),
    team: z.string(),
  })
  .meta({ id: 'Example' })
export type ExampleView = z.infer<typeof ExampleView>

/** Calls about the scripted examples that ship with the product. They are in no list, search or record. */
export const exampleRoutes = {
  examples: {
    method: 'GET',
    path: '/api/examples',
    summary: 'Recorded examples, written for the product. No model was asked for them.',
    response: pageOf(ExampleView),
  },
  example: {
    method: 'GET',
    path: '/api/examples/:slug',
    summary: 'The whole log of an example, to be played.',
    response: pageOf(EventEnvelope),
  },
} as const
