export const statusStyle = ``;
