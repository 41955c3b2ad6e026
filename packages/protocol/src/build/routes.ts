import { CommentCommand, LandCommand, Reviewed, ReviewView } from './review.ts'

/** Calls about what a run has changed. */
export const buildRoutes = {
  review: {
    method: 'GET',
    path: '/api/sessions/:id/review',
    summary: 'The changes of a run, hunk by hunk, with their proof and comments, and what was kept.',
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
