export const collectionPrograms = [];
