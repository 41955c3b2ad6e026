import { CommentCommand, LandCommand, Reviewed, ReviewView } from './review.ts'

/** Calls about what a run has changed. */
export const buildRoutes = {
  review: {
    method: 'GET',
    path: '/api/sessions/:id/review',
    summary: 'What a run has changed, hunk by hunk, with its proof, its comments, and what was kept of it.',
    response: ReviewView,
  },
  land: {
    method: 'POST',
    path: '/api/sessions/:id/review',
    summary: 'Keeps or undoes changes in the workspace, commits what is kept, or opens a pull request with it.',
    body: LandCommand,
    response: Reviewed,
  },
  comment: {
    method: 'POST',
    path: '/api/sessions/:id/review/comments',
    summary: 'Comments on a line of a change, resolves a comment, or sends comments back to the owners of the steps.',
    body: CommentCommand,
    response: Reviewed,
  },
} as const
