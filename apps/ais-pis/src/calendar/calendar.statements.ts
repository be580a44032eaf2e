import { statement } from '@open-banking/database';

export const restDays = statement<{ currency: string; weekday: number }>('calendar.rest-days', 'select currency, weekday from rest_day');

export const holidays = statement<{ currency: string; day: string }>('calendar.holidays', 'select currency, day::text from holiday');
