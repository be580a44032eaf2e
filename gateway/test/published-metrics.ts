/** The sum of a metric's samples that have all these labels, in the text that Prometheus reads. */
export const sum = (text: string, name: string, ...labels: string[]): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' '))), 0);

export const read = async (url: string): Promise<string> => (await fetch(url)).text();
