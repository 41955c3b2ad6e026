/** Questions that every surface offers once there is a result: a label, and what is asked. */
export const followUpQuestions = [
  { label: 'What would change this answer?', question: 'What would change this answer?' },
  { label: 'The strongest argument against it?', question: 'What is the strongest argument against it?' },
] as const
