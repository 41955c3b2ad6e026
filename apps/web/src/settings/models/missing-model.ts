import { oneLine } from '../../ui/text/neutral.ts'

/** What is missing to run with a model, without the command-line advice. The same sentence everywhere. */
export const missingModelText = (advice = 'No model is connected.'): string =>
  oneLine(advice.split('. ')[0] ?? '').replace(/\.?$/u, '.')
