const headers =
  /^diff --git [^\n]*\n(?:(?:index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?|similarity index \d+%|(?:new|deleted) file mode 100644)\n)*(?=(?:new|deleted) file mode |rename |Binary files |--- )/gmu

/** A diff without the lines that only git reads. What does not stand in the header of a file stays, whatever it looks like. */
export const withoutGitHeaders = (diff: string): string => diff.replace(headers, '')
